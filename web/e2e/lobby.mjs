/* Playing each other, up to the game itself: the front page, the lobby, making games, players, the account. */

import assert from 'node:assert/strict';
import { axe } from './access.mjs';
import { clean, eventually, openPage, resize, until } from './harness.mjs';

const PASSWORD = 'correct horse';
let names = 0;

/** A name nobody has had in this run. */
function newName(begin = 'Hery') {
  return `${begin}_${Date.now().toString(36)}${names++}`.slice(0, 20);
}

async function cookies(page) {
  return (await page.context().cookies()).filter((cookie) => cookie.name.includes('fanorona'));
}

/** One's own running games, wherever they are listed. */
function yours(page) {
  return page.getByRole('list', { name: 'Your running games' }).locator('.net-game');
}

async function go(page, hash) {
  await page.evaluate((to) => void (location.hash = to), hash);
}

/** A person with an account, on a page of their own. */
async function openAccount(browser, address, name, options = {}) {
  const page = await openPage(browser, address, { path: '#/account', ...options });
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create it' }).click();
  await page.getByRole('heading', { name: `You are ${name}` }).waitFor();
  return page;
}

/** Offers a game in the lobby; answers how its row begins. */
async function offer(page, seconds) {
  await go(page, '#/lobby/new/seek');
  await page.getByRole('radio', { name: 'Other' }).check({ force: true });
  await page.getByRole('spinbutton', { name: 'Seconds more a turn' }).fill(String(seconds));
  await page.getByRole('button', { name: 'Offer it' }).click();
  await page.locator('.seek-own').filter({ hasText: `+ ${seconds}` }).waitFor();
}

export const cases = {
  'a link in two taps, and nobody before the first': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.getByRole('button', { name: 'Make a link' }).waitFor();
    assert.deepEqual(await cookies(page), [], 'looking makes no guest');
    await page.getByLabel('Board and clock').selectOption({ label: '5×5 · 5 + 3' });
    await page.getByRole('button', { name: 'Make a link' }).click();
    await page.waitForFunction(() => location.hash.startsWith('#/net/'));
    const [cookie] = await cookies(page);
    assert.deepEqual([cookie.httpOnly, cookie.sameSite], [true, 'Lax']);
    await go(page, '#/');
    await yours(page).getByText('waits for the other side').waitFor();
    await until(() => yours(page).innerText(), /5×5 · 5 \+ 3/);
    clean(page);
  },
  'an offer comes, is accepted by one key, and both are in the game': async (browser, address) => {
    const [one, other] = await Promise.all([openPage(browser, address, { path: '#/lobby' }), openPage(browser, address, { path: '#/lobby' })]);
    await offer(one, 41);
    const row = other.getByRole('button', { name: /^sides by lot Guest \w{4} 9×5 10 \+ 41 Play$/ });
    await row.waitFor();
    await row.focus();
    await other.keyboard.press('Enter');
    await Promise.all([one, other].map((page) => page.waitForFunction(() => location.hash.startsWith('#/net/'))));
    await eventually(async () => assert.equal(await one.evaluate(() => location.hash), await other.evaluate(() => location.hash)));
    await other.getByRole('button', { name: 'Report' }).click();
    await other.getByRole('dialog', { name: /^Report Guest \w{4}$/ }).getByRole('button', { name: 'Send' }).click();
    await other.locator('.told').getByText('The report is sent.').waitFor();
    await go(one, '#/lobby');
    await yours(one).first().waitFor();
    await until(() => one.locator('.seek').filter({ hasText: '10 + 41' }).count(), 0);
    const marks = await Promise.all([one, other].map(async (page) => {
      await go(page, '#/');
      await yours(page).waitFor();
      return page.locator('.topbar .turn-badge').count();
    }));
    assert.deepEqual(marks.sort(), [0, 1], 'the bar marks the one whose turn it is');
    clean(one);
    clean(other);
  },
  'an offer taken back is gone for others, too': async (browser, address) => {
    const [one, other] = await Promise.all([openPage(browser, address, { path: '#/lobby' }), openPage(browser, address, { path: '#/lobby' })]);
    await offer(one, 42);
    const seen = other.locator('.seek').filter({ hasText: '10 + 42' });
    await seen.waitFor();
    await one.getByRole('button', { name: /^sides by lot Your offer .* 10 \+ 42 Take back$/ }).click();
    await seen.waitFor({ state: 'detached' });
    await one.locator('.seek-own').waitFor({ state: 'detached' });
    clean(one);
    clean(other);
  },
  'an offer that has gone between sight and tap is told of, though the list is empty': async (browser, address) => {
    const [one, other] = await Promise.all([openPage(browser, address, { path: '#/lobby' }), openPage(browser, address, { path: '#/lobby' })]);
    await offer(one, 46);
    const seen = other.locator('.seek').filter({ hasText: '10 + 46' });
    await seen.waitFor();
    let go_on;
    const held = new Promise((resolve) => (go_on = resolve));
    await other.route('**/accept', async (route) => {
      await held;
      await route.continue();
    });
    await seen.getByRole('button').click();
    await one.getByRole('button', { name: /10 \+ 46 Take back$/ }).click();
    await seen.waitFor({ state: 'detached' });
    go_on();
    await other.getByRole('alert').getByText('This offer is gone: somebody was faster, or it was taken back.').waitFor();
    clean(one);
  },
  'the server’s computer sits down at once': async (browser, address) => {
    const page = await openPage(browser, address, { path: '#/lobby/new/computer' });
    await page.getByRole('radio', { name: /^3, / }).check({ force: true });
    await page.getByRole('radio', { name: 'Telo' }).check({ force: true });
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.waitForFunction(() => location.hash.startsWith('#/net/'));
    await go(page, '#/lobby');
    await yours(page).getByText('Computer, level 3').waitFor();
    clean(page);
  },
  'what happens in a game that is not open is told': async (browser, address) => {
    const page = await openPage(browser, address, { path: '#/lobby/new/link' });
    await page.getByRole('radio', { name: 'Telo' }).check({ force: true });
    await page.getByRole('radio', { name: 'White', exact: true }).check({ force: true });
    await page.getByRole('button', { name: 'Make the link' }).click();
    await page.waitForFunction(() => location.hash.startsWith('#/net/'));
    const game = (await page.evaluate(() => location.hash)).slice('#/net/'.length);
    await go(page, '#/lobby');
    await yours(page).waitFor();

    const friend = await browser.newContext();
    const say = async (who, command) => {
      const answer = await who.request.post(`${address}api/v1/games/${game}/commands`, { data: { ...command, game }, headers: { origin: new URL(address).origin } });
      assert.equal(answer.status(), 200, await answer.text());
    };
    await friend.request.post(`${address}api/v1/session`, { headers: { origin: new URL(address).origin } });
    await say(friend, { do: 'sit' });
    await page.locator('.told').getByText(/^Guest \w{4} has come\. The game begins\.$/).waitFor();
    await page.locator('.net-game-turn').waitFor();
    await say(page.context(), { do: 'turn', ply: 0, turn: 'b2' });
    await yours(page).getByText('their turn').waitFor();
    await say(friend, { do: 'turn', ply: 1, turn: 'a1' });
    await page.locator('.told').getByText(/^It is your turn against Guest \w{4}\.$/).waitFor();
    await page.locator('.topbar .turn-badge').getByText('1 game waits for you').waitFor({ state: 'attached' });
    clean(page);
  },
  'what cannot be played is not made': async (browser, address) => {
    const page = await openPage(browser, address, { path: '#/lobby/new' });
    const make = page.getByRole('button', { name: 'Make the link' });
    await page.getByText('Start position and ratings').click();
    const start = page.getByLabel('Start position, as text');
    for (const [text, told] of [['9/9/9', 'not for the board 9×5'], ['4B4/9/9/9/9 w 0 1', 'over already'], ['x', 'no place in a position']]) {
      await start.fill(text);
      await page.locator('.make-start .fault').getByText(told).waitFor();
      await until(() => make.isDisabled(), true, text);
    }
    await start.fill('4B4/9/9/9/4W4 w 0 1');
    await page.locator('.make-start .mini').waitFor();
    await until(() => make.isDisabled(), false);
    await page.getByRole('radio', { name: 'Other' }).check({ force: true });
    await page.getByRole('spinbutton', { name: 'Minutes for each side' }).fill('0');
    await page.getByRole('spinbutton', { name: 'Seconds more a turn' }).fill('0');
    await page.keyboard.press('Tab');
    await page.getByText('A clock needs minutes or seconds.').waitFor();
    await until(() => make.isDisabled(), true);
    clean(page);
  },
  'a position from the editor begins a game over the net': async (browser, address) => {
    const page = await openPage(browser, address, { path: '#/editor/dimy/-/5-1B3-5-2W2-5_w_0_1' });
    await page.getByLabel('Position as text').fill('5/1B3/5/2W2/5 w 0 1');
    await page.getByRole('button', { name: 'Over the net' }).click();
    await page.getByRole('heading', { name: 'New game' }).waitFor();
    await until(() => page.getByLabel('Start position, as text').inputValue(), '5/1B3/5/2W2/5 w 0 1');
    await page.getByRole('button', { name: 'Make the link' }).click();
    await page.waitForFunction(() => location.hash.startsWith('#/net/'));
    await go(page, '#/lobby');
    await until(() => yours(page).innerText(), /5×5 · set-up position/);
    clean(page);
  },
  'an account: made, left, entered, changed, deleted': async (browser, address) => {
    const name = newName();
    const page = await openAccount(browser, address, name);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'You are not known here yet' }).waitFor();

    const fill = async (password) => {
      await page.getByRole('radio', { name: 'Log in' }).check({ force: true });
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.locator('input[type=password]').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
    };
    await fill('wrong horse');
    await page.getByRole('alert').getByText('Name and password do not fit together.').waitFor();
    await fill(PASSWORD);
    await page.getByRole('heading', { name: `You are ${name}` }).waitFor();

    await page.getByLabel('Password now').fill(PASSWORD);
    await page.getByLabel('New password').fill('another horse');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.locator('.told').getByText('The password is changed.').waitFor();

    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save all as a file' }).click();
    assert.equal((await saved).suggestedFilename(), 'fanorona.json');

    await page.getByRole('button', { name: 'Delete the account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Your password').fill('another horse');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('heading', { name: 'You are not known here yet' }).waitFor();
    await go(page, `#/player/${name}`);
    await page.getByText('There is no player of this name.').waitFor();
    // Refusals are answers with a status of their own, which the browser notes.
    assert.deepEqual(page.faults.filter((fault) => !/the server responded with a status of 40[1349]/.test(fault)), []);
  },
  'a name is taken only once': async (browser, address) => {
    const name = newName();
    await openAccount(browser, address, name);
    const page = await openPage(browser, address, { path: '#/account' });
    await page.getByLabel('Name', { exact: true }).fill(name.toUpperCase());
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create it' }).click();
    await page.getByRole('alert').getByText('Somebody has this name already.').waitFor();
  },
  'a seat moves by link, and only by a tap': async (browser, address) => {
    const name = newName();
    const from = await openAccount(browser, address, name);
    await from.getByRole('button', { name: 'Show link and code' }).click();
    const link = await from.getByLabel('Link', { exact: true }).inputValue();
    await from.getByRole('img', { name: 'QR code of the link' }).waitFor();
    const to = await openPage(browser, address, { path: link.slice(link.indexOf('#')) });
    await to.getByRole('heading', { name: 'Move your seat here?' }).waitFor();
    assert.deepEqual(await cookies(to), [], 'opening it takes nothing');
    await to.getByRole('button', { name: 'Move it here' }).click();
    await to.locator('.told').getByText(`You are ${name} here.`).waitFor();
    await go(to, '#/account');
    await to.getByRole('heading', { name: `You are ${name}` }).waitFor();
    const again = await openPage(browser, address, { path: link.slice(link.indexOf('#')) });
    await again.getByRole('button', { name: 'Move it here' }).click();
    await again.getByRole('alert').waitFor();
    clean(from);
    clean(to);
  },
  'a bot has a token, shown once, and an end': async (browser, address) => {
    const page = await openAccount(browser, address, newName());
    const bot = newName('bot');
    await page.getByLabel('Name of the bot').fill(bot);
    await page.getByRole('button', { name: 'Make a bot' }).click();
    const token = await page.locator('.bot-token input').inputValue();
    const me = await fetch(`${address}api/v1/me`, { headers: { authorization: `Bearer ${token}` } }).then((answer) => answer.json());
    assert.deepEqual([me.player.kind, me.player.name], ['bot', bot]);
    await page.reload();
    await page.locator('.bots').getByText(bot).waitFor();
    await until(() => page.locator('.bot-token').count(), 0);
    await page.getByRole('button', { name: `End the bot ${bot}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await page.locator('.bots').waitFor({ state: 'detached' });
    const after = await fetch(`${address}api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(after.status, 401);
    clean(page);
  },
  'a player’s page, and a report from it': async (browser, address) => {
    const name = newName('Rasoa');
    await openAccount(browser, address, name);
    const page = await openPage(browser, address, { path: `#/player/${name}` });
    await page.getByRole('heading', { name }).waitFor();
    await page.getByText('No rated games yet.').waitFor();
    await page.getByRole('button', { name: 'Report' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Letting the clock run' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.locator('.told').getByText('The report is sent.').waitFor();
    clean(page);
  },
  'what others call themselves is text, never markup': async (browser, address) => {
    const evil = '<img src=x onerror="document.title=1">';
    const player = { id: 'p', kind: 'account', name: evil, rating: 1500 };
    const spec = { variant: 'tsivy', rules: '', clock: { kind: 'none' }, rated: false };
    const page = await openPage(browser, address);
    const json = (body) => ({ contentType: 'application/json', body: JSON.stringify(body) });
    const seeks = [{ seek: 's', by: player, spec, side: 'white', at: 1 }];
    const games = [{ game: 'abcdefghij', spec, state: 'playing', turns: 1, events: 1, changed: 1, white: player, black: player, position: `${evil}/9 w 0 1` }];
    await page.route('**/api/v1/lobby', (route) => route.fulfill(json({ seeks, games, players: 1 })));
    await page.route('**/api/v1/ws', (route) => route.abort());
    await page.route('**/api/v1/leaderboard/*', (route) => route.fulfill(json({ variant: 'tsivy', standings: [{ player, rating: { variant: 'tsivy', rating: 1, deviation: 1, provisional: false, games: 1 } }] })));
    await page.route('**/api/v1/players/*', (route) => route.fulfill(json({ player, made: 1, ratings: [] })));
    await page.reload();
    for (const [hash, list] of [['#/', '.card-online .seek'], ['#/leaders/tsivy', '.leaders tbody tr'], [`#/player/${encodeURIComponent(evil)}`, 'h1']]) {
      await go(page, hash);
      await page.locator(list).first().waitFor();
      await until(() => page.locator(list).first().innerText(), /<img src=x/);
      await until(() => page.locator('img').count(), 0);
    }
    await until(() => page.title(), 'Fanorona');
  },
  'where nobody can be met the page is as ever': async (browser, address) => {
    const page = await openPage(browser, address, { policy: false });
    await page.route('**/api/v1/server', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.locator('.home').waitFor();
    await page.waitForTimeout(300);
    await until(() => page.locator('.card-online, .topbar-account, a[href="#/lobby"]').count(), 0);
    await go(page, '#/lobby');
    await page.getByRole('heading', { name: 'Nobody can be met here' }).waitFor();
    await go(page, '#/fair-play');
    await page.getByRole('heading', { name: 'Play yourself' }).waitFor();
    clean(page);
  },
  'without a network no room is left empty, and it comes back with it': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.locator('.card-online h2').waitFor();
    // As the page's worker answers.
    await page.route('**/api/v1/server', (route) => route.fulfill({ contentType: 'application/json', body: '{"name":"away","features":[]}' }));
    await page.reload();
    await page.locator('.card-online').waitFor({ state: 'detached' });
    await go(page, '#/lobby');
    await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
    await page.unroute('**/api/v1/server');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Lobby' }).waitFor();
    await go(page, '#/');
    await page.locator('.card-online h2').waitFor();
    clean(page);
  },
  'choices for the net are kept': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.locator('.topbar-account').waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Confirm each turn before it is sent' }).check({ force: true });
    await page.getByRole('switch', { name: 'Courteous phrases' }).uncheck({ force: true });
    await until(async () => {
      const { confirmTurn, phrases, premove } = await page.evaluate(() => JSON.parse(localStorage.getItem('fanorona.settings')));
      return [confirmTurn, phrases, premove];
    }, [true, false, true]);
    clean(page);
  },
  'a new language draws everything anew, and the list is heard': async (browser, address) => {
    const page = await openPage(browser, address, { path: '#/lobby', locale: 'ru-RU' });
    await page.getByRole('heading', { name: 'Лобби' }).waitFor();
    await page.evaluate(() => localStorage.setItem('fanorona.settings', '{"language":"mg"}'));
    await page.reload();
    await page.getByRole('heading', { name: 'Efitrano' }).waitFor();
    await page.getByRole('button', { name: 'Fiteny' }).first().click();
    await page.getByRole('radio', { name: 'Nederlands' }).check({ force: true });
    await page.getByRole('heading', { name: 'Lobby' }).waitFor();
    clean(page);
  },
};

const PAGES = ['#/', '#/lobby', '#/lobby/new/seek', '#/lobby/new/computer', '#/player/NAME', '#/leaders/tsivy', '#/account', '#/move/abcdefghijkl', '#/fair-play'];

/** In the usual run those with the most on them. */
const FULL = ['#/', '#/lobby', '#/lobby/new/seek', '#/leaders/tsivy'];

for (const [theme, width, height, pages] of [['light', 1440, 900, PAGES], ['dark', 390, 844, FULL]]) {
  cases[`axe, ${theme}, ${width} wide`] = async (browser, address) => {
    const name = newName();
    const page = await openAccount(browser, address, name, { theme, width, height });
    await page.getByRole('button', { name: 'Show link and code' }).click();
    await page.locator('.move-shown').waitFor();
    await axe(page, 'account, moving');
    await offer(page, 43);
    for (const hash of pages) {
      await go(page, hash.replace('NAME', name));
      await page.locator('main h1').waitFor();
      if (hash === '#/') await page.locator('.card-online .seek').first().waitFor();
      await axe(page, hash);
    }
    clean(page);
  };
}

/** The two of the longest words, and all. */
for (const [title, languages, seconds] of [['mg and ru fit', ['mg', 'ru'], 44], ['every language fits', ['mg', 'fr', 'ru', 'nl', 'en'], 45]]) {
  cases[title] = (browser, address) => fits(browser, address, languages, seconds);
}

async function fits(browser, address, languages, seconds) {
  const name = newName();
  const page = await openAccount(browser, address, name);
  await offer(page, seconds);
  for (const language of languages) {
    await page.goto(`${address}?lang=${language}#/lobby`);
    await page.locator('.seek').first().waitFor();
    for (const hash of PAGES) {
      await go(page, hash.replace('NAME', name));
      await page.locator('main h1').waitFor();
      if (hash === '#/') await page.locator('.card-online h2').waitFor();
      for (const size of [[320, 568], [768, 1024]]) {
        await resize(page, size);
        const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await eventually(async () => assert.equal(await wide() <= 0, true, `${language}, ${size}, ${hash}: ${await wide()} too wide`));
      }
    }
  }
  clean(page);
}
