"""Mouse and editing conventions: the wheel, scrollbars, selection, words, tab."""

import re
from base64 import b64decode

import pytest
from pointer import WHEEL, WHEEL_UP, click, drag, mouse

COPIED = re.compile(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\a")
WORD_LEFT, WORD_RIGHT = b"\x1b[1;5D", b"\x1b[1;5C"
WORD_CHOSEN = b"\x1b[1;6D"  # ctrl+shift+left
HOME, END, CLEAR = b"\x1b[H", b"\x1b[F", b"\x15"


def copied(terminal):
    """Press ctrl+c and return the text sent to the clipboard."""
    terminal.press("ctrl+c")
    return b64decode(COPIED.search(terminal.read_until(COPIED.search))[1]).decode()


@pytest.fixture
def at_home(start):
    terminal = start()
    terminal.see("Welcome to Ludoscope")
    terminal.press("escape")
    terminal.see("Peg solitaire", "Start|Begin", gone=["Welcome"])
    return terminal


@pytest.mark.long
def test_a_long_list_and_a_page_scroll_by_wheel_and_by_scrollbar(at_home):
    terminal = at_home
    terminal.press("enter")
    terminal.see(" Plus  ", "esc back", gone=[" Lucas 13 "])
    mouse(terminal, *[(WHEEL, 10, 10)] * 3)
    terminal.see(" Lucas 13 ", gone=[" Plus  "])
    mouse(terminal, *[(WHEEL_UP, 10, 10)] * 3)
    terminal.see(" Plus  ", gone=[" Lucas 13 "])
    drag(terminal, (47, 4), (47, 13))  # below the headings of the columns
    terminal.see(r"\d,\d → \d,\d +44 → 1 ", gone=[" Plus  ", " Lucas 13 "])  # the middle
    terminal.press("r")
    terminal.see("The basics", "1–19 of")
    mouse(terminal, *[(WHEEL, 10, 10)] * 3)
    terminal.see("7–25 of")
    mouse(terminal, *[(WHEEL_UP, 10, 10)] * 3)
    terminal.see("1–19 of")
    drag(terminal, (78, 3), (78, 12))
    terminal.see(r"[3-9]\d–\d+ of")


@pytest.mark.long
def test_the_moves_scroll_by_wheel_until_there_is_another(start):
    terminal = start("play", "FreeCell.1-forced")
    terminal.see(r"\bmove 0 ")
    terminal.press("s")
    terminal.see("Moves", r" 0 of \d\d", "  1  Q♣")
    count = int(re.search(r" 0 of (\d\d)", terminal.text)[1])
    mouse(terminal, *[(WHEEL, 60, 10)] * 50)
    terminal.see(rf"  {count}  ", gone=["  1  Q♣"])
    mouse(terminal, (WHEEL_UP, 60, 10))
    terminal.see(rf"  {count - 2}  ", gone=[rf"  {count - 1}  "])
    terminal.press("right")
    terminal.see(rf" 1 of {count}", "  1  Q♣")


def test_cards_are_moved_by_two_keys_and_by_one_drag(start):
    terminal = start("play", "FreeCell.5")
    terminal.see(r"xpat2 FreeCell 5 +.*move 0 ")
    terminal.press("2")
    terminal.see("a–d cell  1–8 column  h home  ⏎ best place")
    terminal.press("a")
    terminal.see(r"  1  .* → cell", r"\bmove 1 ", gone=["best place"])
    columns = {line.index(" 2 ") for line in terminal.lines if re.match("│ +1 +2 +3 +4 ", line)}
    x, y = columns.pop() + 2, 13
    drag(terminal, (x, y), (x + 6, 14))  # the same move as 23
    terminal.see(r"  2  .* → ", r"\bmove 2 ")
    drag(terminal, (x, y), (70, 22))
    terminal.see("Dropped outside the board: no move was made", r"\bmove 2 ")
    terminal.press("u", "u")
    terminal.see(r"\bmove 0 ")


@pytest.mark.long
def test_what_is_selected_is_copied_and_else_ctrl_c_quits(at_home):
    terminal = at_home
    terminal.press("enter", "r")
    terminal.see("The basics", "1–19 of")
    drag(terminal, (9, 5), (13, 5))
    assert copied(terminal) == "jumps"
    terminal.see(r"Copied \(if your terminal supports", "esc back")
    click(terminal, 30, 16)
    terminal.press("ctrl+c")
    assert terminal.wait(20) == 0


@pytest.mark.long
def test_a_line_is_edited_by_words_and_has_a_history(start):
    terminal = start("play", "lucas-07")
    terminal.see(r"\bmove 0 ")
    for line in ("first one", "second two"):
        terminal.press(":")
        terminal.see("⏎ play")
        terminal.write(line.encode() + b"\r")
        terminal.see(f"'{line}' is not")
        terminal.write(CLEAR + b"\r")
        terminal.see("pick", gone=["⏎ play"])
    terminal.press(":")
    terminal.see("⏎ play")
    terminal.press("up", "up", "up")
    terminal.see(": first one")
    terminal.press("down")
    terminal.see(": second two")
    terminal.write(WORD_LEFT + b"a" + HOME + b"b" + WORD_RIGHT + b"c" + END + b"d")
    terminal.see(": bsecond catwod")
    terminal.write(b"\x1b[200~ pasted \x1b[201~")
    terminal.see(": bsecond catwodpasted")
    terminal.write(WORD_CHOSEN)
    assert copied(terminal) == "catwodpasted"


@pytest.mark.long
def test_the_palette_finds_beginnings_and_misspelt_words_and_says_when_there_are_none(at_home):
    terminal = at_home
    terminal.press("ctrl+p")
    terminal.see("Commands")
    terminal.write(b"setti")
    terminal.see(r"│ Settings ", gone=["Statistics  "])
    terminal.write(CLEAR + b"seahven 5")
    terminal.see("│ Seahaven 5 ", gone=["│ Settings"])
    terminal.write(CLEAR + b"zzqqj")
    terminal.see("No match", gone=["│ Seahaven"])


@pytest.mark.long
def test_what_is_told_stands_above_the_keys_and_goes(at_home):
    terminal = at_home
    shown = terminal.lines[-1]
    assert re.fullmatch(r"↑↓←→ choose ⏎ open .* \? help \^p commands", shown)
    terminal.press(":")
    terminal.see("Name, number or file")
    terminal.write(b"nosuch\r")
    terminal.see("No puzzle is called 'nosuch'", "\n⏎ open tab complete esc cancel ")
    terminal.press("escape")
    terminal.see("No puzzle is called", re.escape(shown))
    terminal.see("d today", gone=["No puzzle is called"])


@pytest.mark.long
def test_tab_goes_from_part_to_part(at_home):
    terminal = at_home
    terminal.press("enter")
    terminal.see(" Lucas 1 ", "tab filter")
    terminal.press("tab")
    terminal.see("not won")
    terminal.press("shift+tab")
    terminal.see(" Lucas 1 ", gone=["not won"])
    terminal.press(",")
    terminal.see("Theme ")
    terminal.press("tab")
    terminal.see("app.interrupt", gone=["Theme "])
    terminal.press("shift+tab")
    terminal.see("Theme ", gone=["app.interrupt"])
