/* One's bots: programs that play with a token. */

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n';
import type { BotMade, Player } from '../../net/protocol';
import { rest } from '../../net/rest';
import { useDialog } from '../dialogs';
import { usePage } from '../page';
import { copyText } from '../play/copy';
import { Confirm } from '../ui/Confirm';
import { Icon } from '../ui/Icon';
import { NameField } from './Credentials';
import { Fault } from './parts';
import { useAct } from './useNet';
import { playerAddress, tl } from './words';

export function Bots(): VNode {
  const page = usePage();
  const dialog = useDialog();
  const [bots, setBots] = useState<readonly Player[] | null>(null);
  const [made, setMade] = useState<BotMade | null>(null);
  const [name, setName] = useState('');
  const [ending, setEnding] = useState<string | null>(null);
  const { busy, why, run } = useAct();
  useEffect(() => void run(() => rest.bots(), (value) => setBots(value.bots.map((bot) => bot.player))), []);
  const make = (): Promise<void> =>
    run(() => rest.makeBot(name), (bot) => {
      setMade(bot);
      setName('');
      setBots((before) => [...(before ?? []), bot.player]);
    });
  const end = (which: string): Promise<void> =>
    run(() => rest.endBot(which), () => {
      setBots((before) => (before ?? []).filter((bot) => bot.name !== which));
      if (made?.player.name === which) setMade(null);
    });
  return (
    <>
      <p class="lobby-sub">{tl('bots.sub')}</p>
      {bots?.length === 0 && <p>{tl('bots.none')}</p>}
      {bots && bots.length > 0 && (
        <ul class="bots">
          {bots.map((bot) => (
            <li key={bot.id}>
              <a href={playerAddress(bot.name ?? '')}><bdi>{bot.name}</bdi></a>
              <button
                type="button" class="button-quiet button-danger" aria-label={tl('bots.end.one', { name: bot.name ?? '' })}
                onClick={() => { setEnding(bot.name ?? ''); page.open('replace'); }}
              >
                {tl('bots.end')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {made && <Token made={made} />}
      <form class="account-form" onSubmit={(event) => { event.preventDefault(); void make(); }}>
        <NameField label={tl('bots.name')} hint={tl('account.name.hint')} value={name} onInput={setName} autocomplete="off" />
        <Fault why={why} />
        <button type="submit" class="button-outline" disabled={busy}>{tl('bots.make')}</button>
      </form>
      {dialog === 'replace' && ending !== null && (
        <Confirm title={tl('bots.end.title', { name: ending })} yes={tl('bots.end')} onYes={() => void end(ending)}>{tl('bots.end.sub')}</Confirm>
      )}
    </>
  );
}

function Token({ made }: { made: BotMade }): VNode {
  const page = usePage();
  const copy = async (): Promise<void> => page.tell(t((await copyText(made.token)) ? 'share.copied' : 'share.copy-failed'));
  return (
    <div class="bot-token" role="status">
      <label class="field">
        <span>{tl('bots.token', { name: made.player.name ?? '' })}</span>
        <input type="text" readOnly value={made.token} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" class="button-outline" onClick={() => void copy()}><Icon name="copy" /> {tl('bots.copy')}</button>
    </div>
  );
}
