"""The lobby of a shared server: a leaderboard, duels and games to watch, exchanged in files.

The host creates a folder with `ludoscope lobby FOLDER --make`. Every account of the machine can
create folders in it, and can delete only its own (mode 1777, as for temporary files). It holds
`company.json` (see `host_settings`) and one folder per player:

    1001.anna/            account 1001, profile anna; `1001` without a profile
        here.json         when the player was last seen, and their duels (`presence`)
        result-NAME.json  their best solution of a daily puzzle, if published (`published_games`)
        game.json         the game on their screen, if others may watch (`published_games`)
        duel-ID.jsonl     their side of a duel: invitation or answer, moves, ending (`journal`)

The names of files and fields are a format that older versions read and write; it keeps the words
`company`, `here`, `watched` and `does`.

There is no server process and no port: each session polls the others' files. The author of a file
is its owner in the file system, never what the file says. What others write is untrusted: only
regular files of the folder's owner, of bounded size, are read, through descriptors that follow no
link and do not block on a pipe; JSON must have the expected fields, and moves must be legal.

Start reading at `lobby.Lobby`, then `duel_store.DuelStore`.
"""

FOLDER_VARIABLE = "LUDOSCOPE_LOBBY"
"""Environment variable that names the shared folder."""
