"""Input of a hostile visitor: prompts, texts, pastes and answers to queries."""

import base64

HOME = "d today c month t training q quit"  # of its footer; the help has the words too
BOARD = r"\bmove \d|\d squares?  \d\d:\d\d"  # in the first line of a game
PROMPTS = {  # by the screen they are on: keys that lead there from home, what is seen, prompts
    "home": ([], HOME, (":", "/")),
    "library": (["ctrl+p", "Patience", "enter"], r"\d deals listed", (":", "/")),
    "play": ([":", "lucas-01", "enter"], BOARD, (":",)),
    "patience": ([":", "FreeCell.1", "enter"], BOARD, (":", "/")),
    "lab": ([":", "orush-01", "enter", None, "ctrl+l"], "Lab › ", (":",)),
    "editor": ([":", "lucas-01", "enter", None, "e"], "start/finish", (":", "w")),
    "generator": (["ctrl+p", "ORush", "enter", None, "n"], "ORush › New puzzle", (":",)),
    "settings": ([","], "Settings", ("/",)),
    "palette": ([], HOME, ("\x10",)),
}


def texts(secret):
    """Yield texts for prompts: paths, commands, escape sequences, markup, formats, long ones."""
    yield from (str(secret), f"file://{secret}", f"./{secret.name}", "-", "./-", "..", "../..")
    yield from ("~", "~/.ssh/id_rsa", "~root/.profile", "/etc/passwd", "/proc/self/fd/0")
    yield from ("!sh", f"| tee {secret}.1", f"; touch {secret}.2", f"$(touch {secret}.3)")
    yield from (f"`touch {secret}.4`", f"> {secret}.5", "&& sh", "%n%s%x", "{0.__class__}")
    yield from ("[bold red]x[/]", "[@click=app.quit]x[/]", "__import__('os').system('sh')")
    yield from ("' OR 1=1 --", "'); DROP TABLE session; --", "*?[a]", "a\tb", "\u202egnp.exe")
    yield from ("e\u0301" * 50, "\U0001f468\u200d\U0001f469" * 30, "9" * 5000, "A" * 20_000)
    yield from ("--profile=../x", "english-central --solver=/bin/sh", "FreeCell.-1", "NaN")


CLIP = base64.b64encode(b"rm -rf ~").decode()
ANSWERS = {  # what only a terminal should say
    "status": "\x1b[0n\x1b[3n" * 200,
    "cursor": "\x1b[24;80R\x1b[1;1R\x1b[99999;99999R\x1b[?1;1R",
    "modes": "\x1b[?2026;2$y\x1b[?2026;0$y\x1b[?2048;1$y\x1b[?9999;4$y",
    "size": "\x1b[48;1;1;1;1t\x1b[48;99999;99999;9;9t\x1b[8;5;5t\x1b[4;9;9t",
    "attributes": "\x1b[?62;4;22c\x1b[>41;354;0c\x1b[=0c",
    "clipboard": f"\x1b]52;c;{CLIP}\x07\x1b]52;p;{CLIP}\x1b\\",
    "colours": "\x1b]10;rgb:ffff/ffff/ffff\x07\x1b]11;rgb:0/0/0\x1b\\\x1b]4;1;?\x07",
    "title": "\x1b]lsh -c id\x1b\\\x1b]2;x\x07\x1b]LHello\x1b\\",
    "device control": "\x1bP1$r0m\x1b\\\x1bP>|xterm(1)\x1b\\\x1bP1+r436f\x1b\\\x1bP!|00\x1b\\",
    "programs": "\x1b_Gi=1;OK\x1b\\\x1b^x\x1b\\\x1bXx\x1b\\",
    "mouse": "\x1b[<0;9999;9999M\x1b[<0;0;0m\x1b[<64;-1;-1M\x1b[M\xff\xff\xff\x1b[<65;1;1M",
    "focus": "\x1b[I\x1b[O" * 50,
    "keys": "\x1b[97;5u\x1b[27;5;97~\x1b[57358u\x1b[1114112u\x1b[99999999999u\x1b[1;99A",
    "numbers": "\x1b[" + "9" * 4000 + "A" + "\x1b[" + ";" * 4000 + "m",
    "eight bits": "\x9b0n\x9d52;c;?\x9c\x90q\x9c",
}

CONTROLS = b"\x1a\x1c\x04\x13\x00\x15\x17\x1d\x1e\x1f\x0f\x12\x14\x16\x1b[24~\x1b[2~"


def pastes(secret):
    """Yield the name of each paste and the text that is sent."""
    begin, end = "\x1b[200~", "\x1b[201~"
    yield "a path", f"{begin}{secret}{end}\r"
    yield "many lines", begin + "!sh\r\n:q\r\n" * 500 + end
    yield "escapes inside", f"{begin}a\x1b[2J\x1b]52;c;{CLIP}\x07\x1b[Ab{end}"
    yield "one inside another", f"{begin}a{begin}b{end}c{end}d{end}"
    yield "an end without a beginning", end * 20
    yield "nothing", begin + end
    yield "a file that is no puzzle", f"{begin}{{'game': 'peg', 'file': '{secret}'}}{end}"
    yield "a line with a path for a name", f"{begin}ludoscope hexapawn ../../x {secret}{end}"
    yield "very much", begin + "x.X\n" * 60_000 + end
    yield "unclosed, then closed", begin + "y" * 30_000 + "\x1b[A\x1bOP" + end
