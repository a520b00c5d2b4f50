"""Plays the game on the screen of a terminal, in tmux: keys, clicks, sizes, and what is left afterwards.

    FANORONA=build/fanorona python3 terminal_test.py [CLASS]

Every test has a tmux server and a data folder of its own. Nothing sleeps for a fixed time: what is to come is
waited for on the screen.
"""
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(os.environ['FANORONA'])
PATIENCE_S = 60  # for a screen that never comes; a sanitizer on a busy machine is slow
SHOWN = r'(?s)White to move.*\?: keys'  # up to the last line
CHOICE = '4B4/3BW1B2/9/9/6B2'


class Terminal:
    """The program in a pane of tmux."""

    def __init__(self, folder, words='', size=(80, 24), term='screen', **env):
        self.folder = tempfile.mkdtemp(dir=folder)
        self.socket = os.path.join(self.folder, 'tmux')
        settings = {'LC_ALL': 'C.UTF-8', 'FANORONA_DATA': os.path.join(folder, 'data'), 'TERM': term, **env}
        assignments = ' '.join(f'{name}={shlex.quote(value)}' for name, value in settings.items())
        # The state of the terminal before and after, and how it ended; then the pane stays.
        script = (f'cd {self.folder}; unset NO_COLOR; stty -g >before; '
                  f'env {assignments} sh -c \'echo $$ >pid; exec {shlex.quote(PROGRAM)} play "$@"\' play {words}; '
                  'echo $? >status; stty -g >after; echo; echo ENDED; exec sleep 1000')
        clean = {name: value for name, value in os.environ.items() if name not in ('TMUX', 'NO_COLOR')}
        self.run('-f', '/dev/null', 'new-session', '-d', '-x', str(size[0]), '-y', str(size[1]), script,
                 env={**clean, 'LC_ALL': 'C.UTF-8'})

    def run(self, *words, **options):
        return subprocess.run(['tmux', '-S', self.socket, *words], check=True, capture_output=True, text=True,
                              **options).stdout

    def screen(self, *options):
        return self.run('capture-pane', '-p', *options)

    def keys(self, *keys):
        """Keys by the names of tmux, Enter or Left, or single characters."""
        self.run('send-keys', *keys)

    def type(self, text):
        self.run('send-keys', '-l', text)

    def wait(self, pattern, absent=False):
        """Waits until the screen has, or no longer has, a text that fits; returns the screen."""
        until = time.monotonic() + PATIENCE_S
        while True:
            screen = self.screen()
            if bool(re.search(pattern, screen)) != absent:
                return screen
            if time.monotonic() > until:
                raise AssertionError(f'{"still" if absent else "no"} {pattern!r} on the screen:\n{screen}')
            time.sleep(0.02)

    def pid(self):
        return int(self.file('pid'))

    def file(self, name):
        until = time.monotonic() + PATIENCE_S
        path = os.path.join(self.folder, name)
        while not (os.path.exists(path) and os.path.getsize(path)):
            if time.monotonic() > until:
                raise AssertionError(f'no file {name}')
            time.sleep(0.02)
        with open(path, encoding='utf-8') as found:
            return found.read()

    def state(self, name):
        return self.run('display-message', '-p', '#{' + name + '}').strip()

    def cell(self, point):
        """Column and row, from 0, of a point on an upright board seen from White, read off the coordinates."""
        lines = self.screen().split('\n')
        letters = next(i for i, line in enumerate(lines) if re.match(r'^ {3}a( +[a-o])+ *$', line[:60]))
        row = next(i for i, line in enumerate(lines) if re.match(rf' ?{point[1:]} ', line))
        return lines[letters].index(point[0]), row

    def close(self):
        try:
            self.run('kill-server')
        except subprocess.CalledProcessError:
            pass  # it has ended by itself


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='fanorona-')
        self.terminals = []

    def tearDown(self):
        for terminal in self.terminals:
            terminal.close()
        shutil.rmtree(self.folder)

    def open(self, words='', **options):
        terminal = Terminal(self.folder, words, **options)
        self.terminals.append(terminal)
        return terminal

    def games(self):
        folder = os.path.join(self.folder, 'data', 'games')
        texts = []
        for name in sorted(os.listdir(folder)):
            self.assertFalse(name.startswith('.'), f'{name} was left behind')
            with open(os.path.join(folder, name), encoding='utf-8') as found:
                texts.append(found.read())
        return texts

    def assert_clean(self, terminal, status='0'):
        """The program has ended and left the terminal as it was."""
        terminal.wait('ENDED')
        self.assertEqual(terminal.file('status').strip(), status)
        self.assertEqual(terminal.file('after'), terminal.file('before'))
        self.assertEqual(terminal.state('cursor_flag'), '1')
        self.assertEqual(terminal.state('alternate_on'), '0')
        self.assertEqual(terminal.state('mouse_any_flag'), '0')
        self.assertEqual(terminal.state('keypad_flag'), '0')


class Playing(Case):
    def test_a_whole_telo_game_by_arrows(self):
        t = self.open('--two --variant telo')
        t.wait('White to place a stone')
        t.keys('Enter')
        t.wait('White b2')
        t.keys('Down', 'Left', 'Enter')
        t.wait('Black a1')
        t.keys('k', 'Enter')
        t.wait('White a2')
        t.keys('j', 'l', 'l', 'Enter')
        screen = t.wait('Black c1')
        self.assertRegex(screen, r'White +2, 1 in hand')
        t.keys('Up', 'Enter')
        screen = t.wait(r'White wins: three in a row \(R6.3\)')
        self.assertRegex(screen, '=○=')
        t.keys('q')
        self.assert_clean(t)
        self.assertRegex(self.games()[0], r'1\. b2 a1 2\. a2 c1 3\. c2 1-0')

    def test_a_chain_with_a_choice(self):
        t = self.open(f"--two --fen '{CHOICE}'")
        t.wait('must capture')
        t.keys('Tab', 'Enter')
        t.wait('e4: where to')
        t.keys('Right', 'Enter')
        screen = t.wait('Take which group at f4')
        self.assertRegex(screen, 'w●w.*a●a')
        t.keys('w')
        screen = t.wait('1 taken. Going on is optional')
        self.assertIn('e4-f4W-', screen)
        t.keys('=')
        self.assertNotIn('×', t.wait('The board as it was when the turn began'))
        t.keys('x')
        t.wait('×')
        self.assertEqual(os.listdir(os.path.join(self.folder, 'data', 'games')), [])  # nothing is final yet
        t.keys('Tab', 'Enter')
        t.wait('e4-f4W-g3W-')
        t.keys('BSpace')
        t.wait('One step back')
        t.keys('Escape')
        t.wait('e4-', absent=True)
        t.type('/e4f4w')
        t.keys('Enter')
        t.wait('White e4-f4W takes 1')
        t.keys('u')
        t.wait('1 turn taken back')
        t.keys('r')
        t.wait('1 turn played again')
        t.keys('q')
        self.assert_clean(t)
        self.assertRegex(self.games()[0], r'1\. e4-f4W \*')

    def test_space_and_the_moving_stone_stop(self):
        for key in (' ', 'Enter'):
            t = self.open(f"--two --fen '{CHOICE}'")
            t.wait('must capture')
            t.keys('Tab', 'Enter', 'Right', 'Enter', 'A')
            t.wait('1 taken')
            t.keys(key)
            t.wait('White e4-f4A takes 1')

    def test_a_refusal_says_why_and_points(self):
        t = self.open('--two')
        t.wait('must capture')
        t.keys('Down', 'Down', 'Left', 'Left', 'Enter')  # c1
        screen = t.wait(r'c1: must capture: .*can \(R3.1\)')
        self.assertRegex(screen, '!○!')

    def test_a_typed_turn(self):
        t = self.open('--two')
        t.wait('must capture')
        t.type('d3e3')  # opens the field by itself
        t.wait('Turn: d3e3')
        t.keys('Enter')
        t.wait('ambiguous, fits 2 turns: d3-e3A, d3-e3W')
        t.wait('Turn: d3e3')  # to be mended
        t.type('w')
        t.keys('Enter')
        t.wait('White d3-e3W takes 1')

    def test_the_computer_answers_and_the_pair_is_taken_back(self):
        t = self.open('--seed 1')
        t.wait(SHOWN)
        t.type('/e2e3')
        t.keys('Enter')
        t.wait(r'1\.\.\. ')
        t.wait(SHOWN)
        t.keys('u')
        t.wait('2 turns taken back')

    def test_a_key_interrupts_the_computer(self):
        t = self.open('--level 8')
        t.wait(SHOWN)
        t.type('/e2e3')
        t.keys('Enter')
        t.wait('e2-e3A')
        t.keys('u')
        t.wait('taken back')
        t.wait(SHOWN)
        t.type('/e2e3')
        t.keys('Enter', 'q')
        self.assert_clean(t)
        self.assertIn('1. e2-e3A', self.games()[0])

    def test_a_hint_a_level_and_a_draw(self):
        t = self.open('--variant dimy')
        t.wait(SHOWN)
        t.keys('3')
        t.wait('level 3')
        t.keys('t')
        t.wait('Hint: [a-e][1-5]-')
        t.keys('o')
        t.wait('agreed|plays on')

    def test_vela_follows_a_decisive_game(self):
        t = self.open('--two')
        t.wait(SHOWN)
        t.keys('R')
        t.wait('Give the game up')
        t.keys('n')
        t.wait(SHOWN)
        t.keys('R', 'y')
        t.wait('Black wins: White resigns')
        t.keys('v')
        screen = t.wait('vela: Black gives 17')
        self.assertRegex(screen, 'White to move')
        t.type('/d2e3')
        t.keys('Enter')
        t.wait('vela: Black gives 1[0-6]')
        t.keys('q')
        self.assert_clean(t)
        self.assertEqual(len(self.games()), 2)
        self.assertIn('[Rules "vela=black"]', self.games()[1])

    def test_a_new_game_is_chosen(self):
        t = self.open('--two')
        t.wait(SHOWN)
        t.keys('n')
        t.wait('New game')
        t.keys('e')
        t.wait('Who plays')
        t.keys('b')
        t.wait('telo')
        t.wait('Black to place a stone')
        t.keys('?')
        t.wait('how strong the computer plays')
        t.keys('x')
        t.wait('Black to place a stone')


class Mouse(Case):
    def click_x10(self, t, point):
        x, y = t.cell(point)
        place = chr(33 + x) + chr(33 + y)
        t.type('\x1b[M ' + place + '\x1b[M#' + place)  # pressed, released

    def click_sgr(self, t, point):
        x, y = t.cell(point)
        t.type(f'\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m')

    def check(self, term, click):
        t = self.open('--two', term=term)
        t.wait(SHOWN)
        self.assertEqual(t.state('mouse_any_flag'), '1')
        click(t, 'd3')
        t.wait('d3: where to')
        click(t, 'e3')
        t.wait('Take which group')
        click(t, 'c3')
        t.wait('White d3-e3W takes 1|1 taken')
        t.keys('q')
        self.assert_clean(t)

    def test_clicks_as_screen_reports_them(self):
        self.check('screen', self.click_x10)

    def test_clicks_as_xterm_reports_them(self):
        self.check('xterm-256color', self.click_sgr)

    def test_a_click_beside_the_board_does_nothing(self):
        t = self.open('--two')
        t.wait(SHOWN)
        before = t.screen()
        t.type('\x1b[M ' + chr(33 + 70) + chr(33 + 3))
        t.keys('Left', 'Right')
        t.wait('e3 empty')
        self.assertEqual(t.screen(), before)


class Ending(Case):
    def start(self):
        t = self.open('--two')
        t.wait(SHOWN)
        t.type('/e2e3')
        t.keys('Enter')
        t.wait('White e2-e3A takes 2')
        return t

    def test_control_c(self):
        t = self.start()
        t.keys('C-c')
        self.assert_clean(t)
        self.assertRegex(t.screen(), 'The game is kept in')
        self.assertIn('1. e2-e3A *', self.games()[0])

    def test_control_c_in_a_question(self):
        t = self.start()
        t.keys('/')
        t.wait('Turn:')
        t.keys('C-c')
        self.assert_clean(t)

    def test_a_signal_to_end(self):
        t = self.start()
        os.kill(t.pid(), signal.SIGTERM)
        self.assert_clean(t)
        self.assertIn('1. e2-e3A *', self.games()[0])

    def test_a_terminal_that_is_closed(self):
        t = self.start()
        pid = t.pid()
        t.close()
        until = time.monotonic() + PATIENCE_S
        while os.path.exists(f'/proc/{pid}') and time.monotonic() < until:
            time.sleep(0.02)
        self.assertFalse(os.path.exists(f'/proc/{pid}'), 'the program goes on without a terminal')
        self.assertIn('1. e2-e3A *', self.games()[0])

    def test_suspended_and_resumed(self):
        t = self.start()
        os.kill(t.pid(), signal.SIGTSTP)
        os.kill(t.pid(), signal.SIGCONT)
        t.type('/f4e5')
        t.keys('Enter')
        t.wait('Black f4-e5W')
        t.keys('q')
        self.assert_clean(t)

    def test_a_kill_loses_no_turn(self):
        t = self.start()
        t.type('/f4e5')
        t.keys('Enter')
        t.wait('Black f4-e5W')
        os.kill(t.pid(), signal.SIGKILL)
        t.wait('ENDED')
        t = self.open()
        t.wait('There is an unfinished game:\\s+tsivy, two players, 2 turns')
        t.keys('Enter')
        t.wait(r'1\. +e2-e3A')
        t.wait(SHOWN)
        t.keys('u')
        t.wait('1 turn taken back')
        t.keys('q')
        self.assert_clean(t)
        self.assertEqual(len(self.games()), 1)
        self.assertIn('1. e2-e3A *', self.games()[0])

    def test_an_unfinished_game_set_aside(self):
        t = self.start()
        t.keys('q')
        self.assert_clean(t)
        t = self.open()
        t.wait('There is an unfinished game')
        t.keys('n')
        t.wait(SHOWN)
        t.keys('q')
        t = self.open()
        t.wait('There is an unfinished game')
        t.keys('x')
        t.wait(SHOWN)
        t.keys('q')
        self.assert_clean(t)
        t = self.open()
        t.wait(SHOWN)
        self.assertEqual(len(self.games()), 1)

    def test_two_at_once(self):
        one, other = self.start(), self.start()
        one.type('/f4e5')
        one.keys('Enter')
        one.wait('Black f4-e5W')
        other.keys('u')
        other.wait('taken back')
        for t in (one, other):
            t.keys('q')
            self.assert_clean(t)
        games = self.games()
        self.assertEqual(len(games), 2)
        self.assertTrue(any('f4-e5W' in game for game in games))
        self.assertTrue(any('e2-e3A' not in game for game in games))

    def test_saving_and_loading(self):
        t = self.start()
        t.keys('s')
        t.wait('Save as:')
        t.type('mine')
        t.keys('Enter')
        t.wait('Saved as mine.fgn')
        t.keys('u')
        t.wait('taken back')
        t.keys('L')
        t.type('mine.fgn')
        t.keys('Enter')
        t.wait('Loaded mine.fgn')
        t.wait('Black to move')
        t.keys('L')
        t.type('before')
        t.keys('Enter')
        t.wait('before:1:5: game 1: ')
        t.wait('Black to move')

    def test_loading_a_game_on_a_smaller_board(self):
        t = self.start()
        with open(os.path.join(t.folder, 'small.fgn'), 'w', encoding='utf-8') as file:
            file.write('[Variant "telo"]\n\n1. a1 *\n')
        t.keys('Right', 'Right', 'Right', 'Right', 'Up', 'Up', 'L')
        t.wait('Load:')
        t.type('small.fgn')
        t.keys('Enter')
        t.wait('Loaded small.fgn')
        t.wait('Black to place a stone')
        t.keys('Enter')
        t.wait('Black b2')


class Looks(Case):
    def test_a_resized_terminal(self):
        t = self.open('--two')
        t.wait(SHOWN)
        t.run('resize-window', '-x', '30', '-y', '10')
        t.wait('too small')
        t.run('resize-window', '-x', '40', '-y', '16')
        t.wait(r'5 ●───●───●')
        t.run('resize-window', '-x', '120', '-y', '40')
        t.wait(r'5 ●───────●───────●')
        t.type('/e2e3')
        t.keys('Enter')
        t.wait('White e2-e3A takes 2')
        t.keys('q')
        self.assert_clean(t)

    def test_every_odd_board_on_80x24(self):
        for board in ('3x3', '5x5', '7x7', '15x3', '3x15', '9x5', '5x9', '3x13'):
            t = self.open(f'--two --board {board}')
            screen = t.wait(SHOWN)
            files, ranks = map(int, board.split('x'))
            stones = screen.count('●') + screen.count('○')
            self.assertEqual(stones, files * ranks - 1 + 2, screen)  # and the two of the panel
            self.assertRegex(screen, 'quiet turns 0 of 50')

    def test_ascii_where_there_is_no_utf8(self):
        for words, env in (('--two', {'LC_ALL': 'C'}), ('--two --ascii', {})):
            t = self.open(words, **env)
            screen = t.wait(SHOWN)
            self.assertTrue(screen.isascii(), screen)
            self.assertRegex(screen, r'5 B-----B-----B')
            self.assertRegex(screen, r'\(W\)')

    def test_colours_are_left_out_when_asked(self):
        coloured = re.compile('\x1b\\[[0-9;]*(3[0-7]|38;5;[0-9]+)[;m]')
        t = self.open('--two', term='screen-256color')
        t.wait(SHOWN)
        self.assertRegex(t.screen('-e'), coloured)
        for words, env in (('--two', {'NO_COLOR': '1'}), ('--two --no-color', {}), ('--two', {'TERM': 'vt100'})):
            t = self.open(words, **{'term': 'screen-256color', **env})
            t.wait(SHOWN)
            self.assertNotRegex(t.screen('-e'), coloured)

    def test_the_board_can_be_turned(self):
        t = self.open('--two')
        t.wait(r'\n 5 ●')
        t.keys('f')
        t.wait(r'\n 1 ○')
        t.keys('f')
        t.wait(r'\n 5 ●')
        t.run('resize-window', '-x', '80', '-y', '40')
        t.keys('p')
        t.wait(r'\n a ○.*●')

    def test_rules_not_at_their_default_are_named(self):
        t = self.open('--two --rules chain=mandatory,quiet-limit=9')
        screen = t.wait(SHOWN)
        self.assertRegex(screen, 'rules: chain=mandatory,')
        self.assertRegex(screen, 'quiet-limit=9')
        self.assertRegex(screen, 'quiet turns 0 of 9')

    def test_a_terminal_that_can_do_nothing_is_played_by_lines(self):
        t = self.open('--two', TERM='dumb')
        t.wait(r'5 B---B---B')
        t.type('e2e3')
        t.keys('Enter')
        t.wait('White e2-e3A takes 2')
        t.keys('C-c')
        self.assert_clean(t)
        self.assertIn('1. e2-e3A *', self.games()[0])


if __name__ == '__main__':
    unittest.main()
