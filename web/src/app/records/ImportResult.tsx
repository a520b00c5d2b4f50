/* What was read: the games to choose from, and every fault in its place. */

import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { list, t } from '../../i18n';
import { ruleNames } from '../game/words';
import { usePage } from '../page';
import { ADDRESS, goTo } from '../router';
import { Icon } from '../ui/Icon';
import type { KeptGame } from './entry';
import { GameRow } from './GameRow';
import { readWhole } from './opened';
import type { Progress, ReadGame } from './reading';
import { entryOfRead } from './reading';
import { library, spareRules } from './shared';
import { useReplace } from './useReplace';
import { TROUBLE_KEY } from './words';

const ROWS = 40;
const FAULT_ROWS = 20;
const SLICE_MS = 12;

export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export function ImportResult({ progress, source }: { progress: Progress; source: string }): VNode {
  const page = usePage();
  const replace = useReplace();
  const { games, faultCount, state } = progress;
  const [dropped, setDropped] = useState<ReadonlySet<number>>(new Set());
  const [rows, setRows] = useState(ROWS);
  const [keeping, setKeeping] = useState(false);
  const chosen = games.filter((game) => !dropped.has(game.number));
  const positions = usePositions(games.slice(0, rows));

  const open = async (game: ReadGame): Promise<void> => {
    try {
      replace.openGame(readWhole(await spareRules(), game.text));
    } catch (error) {
      page.tell(t('open.failed', { reason: String(error instanceof Error ? error.message : error) }));
    }
  };
  const keep = async (): Promise<void> => {
    setKeeping(true);
    try {
      const entries = await makeEntries(chosen);
      const shelf = library();
      await shelf.load();
      const there = entries.filter((entry) => shelf.get(entry.id)?.deleted === null).length;
      const done = await shelf.keep(entries.filter((entry) => shelf.get(entry.id)?.deleted !== null));
      if (done !== 'kept') {
        page.tell(t(TROUBLE_KEY[done]));
        return;
      }
      page.tell(there > 0 ? t('import.kept-some', { kept: entries.length - there, there }) : t('import.kept', { n: entries.length }));
      goTo(ADDRESS.games);
    } catch (error) {
      page.tell(t('open.failed', { reason: String(error instanceof Error ? error.message : error) }));
    } finally {
      setKeeping(false);
    }
  };
  const one = games.length === 1 ? games[0] : undefined;
  return (
    <>
      <h2>
        {t('import.summary', { games: t('import.games', { n: games.length }), faults: t('import.faults', { n: faultCount }) })}
        {source !== '' && <small class="import-source"> {source}</small>}
      </h2>
      {state === 'cancelled' && <p class="import-note">{t('import.cancelled')}</p>}
      {faultCount > 0 && <Faults progress={progress} />}
      {games.length === 0 && faultCount === 0 && <p class="import-note">{t('import.empty')}</p>}
      {games.length > 0 && (
        <>
          <div class="records-bar">
            <span aria-live="polite">{t('games.chosen', { n: chosen.length })}</span>
            <span class="records-bar-actions">
              {chosen.length < games.length ? (
                <button type="button" class="button-quiet" onClick={() => setDropped(new Set())}>{t('games.choose-all')}</button>
              ) : (
                <button type="button" class="button-quiet" onClick={() => setDropped(new Set(games.map((game) => game.number)))}>
                  {t('games.choose-none')}
                </button>
              )}
              {one && (
                <button type="button" class="button-outline" onClick={() => void open(one)}>
                  {t('import.open')}
                </button>
              )}
              <button type="button" class="button-main" disabled={chosen.length === 0 || keeping} onClick={() => void keep()}>
                {t('import.keep', { n: chosen.length })}
              </button>
            </span>
          </div>
          <OtherRules games={chosen} />
          <ul class="games" aria-label={t('import.result')}>
            {games.slice(0, rows).map((game) => (
              <GameRow
                key={game.number}
                game={{ ...game, you: null, added: 0, source: 'imported', position: positions.get(game.number) ?? null }}
                chosen={!dropped.has(game.number)}
                onChoose={(on) => {
                  const next = new Set(dropped);
                  if (on) next.delete(game.number);
                  else next.add(game.number);
                  setDropped(next);
                }}
                onOpen={() => void open(game)}
              />
            ))}
          </ul>
          {games.length > rows && (
            <p class="records-more">
              <button type="button" class="button-outline" onClick={() => setRows(rows + ROWS)}>
                {t('games.more', { n: games.length - rows })}
              </button>
            </p>
          )}
        </>
      )}
      {replace.question}
    </>
  );
}

/** The rules of games that were not played by today's standard ones. */
function OtherRules({ games }: { games: readonly ReadGame[] }): VNode | null {
  const sorts = [...new Set(games.map((game) => game.setup.rules))].filter((rules) => rules !== '');
  const [only] = sorts;
  if (only === undefined) return null;
  const all = games.every((game) => game.setup.rules === only);
  return (
    <p class="import-note import-rules">
      <Icon name="info" size={18} />
      <span>
        {all && games.length === 1
          ? t('import.rules', { rules: list(ruleNames(only)) })
          : t('import.rules.some', { n: games.filter((game) => game.setup.rules !== '').length })}
      </span>
    </p>
  );
}

function Faults({ progress }: { progress: Progress }): VNode {
  const [all, setAll] = useState(false);
  const { faults, faultCount } = progress;
  const shown = all ? faults : faults.slice(0, FAULT_ROWS);
  return (
    <div class="import-faults">
      <ul>
        {shown.map((fault, index) => (
          <li key={index}>
            <strong>{t('import.fault', { game: fault.game, line: fault.line, column: fault.column })}</strong> <span lang="en">{fault.reason}.</span>
          </li>
        ))}
      </ul>
      {faultCount > shown.length && (
        <p>
          {all || faults.length === shown.length ? (
            t('import.faults.more', { n: faultCount - shown.length })
          ) : (
            <button type="button" class="button-quiet" onClick={() => setAll(true)}>
              {t('import.faults.more', { n: faultCount - shown.length })}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** How the games shown stand at their end, worked out while the page breathes. */
function usePositions(games: readonly ReadGame[]): ReadonlyMap<number, string> {
  const [positions, setPositions] = useState<ReadonlyMap<number, string>>(new Map());
  const missing = useMemo(() => games.filter((game) => !positions.has(game.number)), [games.length]);
  useEffect(() => {
    let wanted = true;
    const work = async (): Promise<void> => {
      const rules = await spareRules();
      const found = new Map(positions);
      let until = performance.now() + SLICE_MS;
      for (const game of missing) {
        const whole = readWhole(rules, game.text);
        found.set(game.number, rules.open(whole.setup, whole.turns).position);
        if (performance.now() < until) continue;
        await breathe();
        if (!wanted) return;
        until = performance.now() + SLICE_MS;
      }
      if (wanted) setPositions(found);
    };
    // A picture that is missing is no harm.
    work().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [missing]);
  return positions;
}

/** The first of the file is the newest, so that the library shows them in the file's order. */
async function makeEntries(games: readonly ReadGame[]): Promise<KeptGame[]> {
  const rules = await spareRules();
  const now = Date.now();
  const entries = new Map<string, KeptGame>();
  let until = performance.now() + SLICE_MS;
  for (const [place, game] of games.entries()) {
    const entry = entryOfRead(rules, game, now - place);
    // Of two that are the same the first holds its place.
    if (!entries.has(entry.id)) entries.set(entry.id, entry);
    if (performance.now() < until) continue;
    await breathe();
    until = performance.now() + SLICE_MS;
  }
  return [...entries.values()];
}
