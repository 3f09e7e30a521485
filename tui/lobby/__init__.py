"""Company on a shared server: a leaderboard, games of two, games watched, all by way of files.

The host makes a folder, `ludoscope company FOLDER --make`, which all people of the machine can
write in and where none can touch what is another's (mode 1777, as that of temporary files). It
holds `company.json`, which is the host's, and for each person a folder that is theirs:

    1001.anna/            account 1001, profile anna; `1001` without a profile
        here.json         when they were here last, which games of two they play
        result-NAME.json  their best solution of a puzzle of the day, if they agreed
        game.json         the game on their screen, if they let others watch
        duel-ID.jsonl     their side of a game of two: invitation or answer, moves, resignation

Nobody listens on a port and no program runs for it: each session looks at the files of the others,
every second or so. Who wrote a file is told by its owner in the file system, never by what stands
in it. All that others wrote is hostile until checked: regular files of the folder's owner only,
of bounded size, read by way of descriptors that follow no link and wait for no pipe; JSON of known
fields; moves that the rules allow.
"""

VARIABLE = "LUDOSCOPE_COMPANY"  # of the environment, names the folder
