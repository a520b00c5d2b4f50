/* Records come in: from a file, dropped or picked, or from text that was copied. What is good is offered, what
 * is not is told with its place. */

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n';
import { usePage } from '../page';
import { ADDRESS } from '../router';
import { Icon } from '../ui/Icon';
import { Thread } from '../ui/Ornament';
import { breathe, ImportResult } from './ImportResult';
import type { Progress } from './reading';
import { BYTES_MAX, decode, readGames } from './reading';
import { spareRules } from './shared';
import '../styles/records.css';

export function Import(): VNode {
  const page = usePage();
  const [text, setText] = useState('');
  const [progress, setProgress] = useState<Progress | null>(null);
  const [source, setSource] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  /** Which reading is wanted; a new one, or leaving the page, ends the others. */
  const wanted = useRef(0);
  const result = useRef<HTMLElement>(null);
  const picker = useRef<HTMLInputElement>(null);

  useEffect(() => () => void (wanted.current += 1), []);

  const read = async (content: string, from: string): Promise<void> => {
    const mine = ++wanted.current;
    setRefused(null);
    setSource(from);
    setProgress({ games: [], faults: [], faultCount: 0, part: 0, state: 'reading' });
    try {
      const rules = await spareRules();
      if (mine !== wanted.current) return;
      const end = await readGames(content, {
        rules,
        now: () => performance.now(),
        pause: breathe,
        cancelled: () => mine !== wanted.current,
        onProgress: (next) => mine === wanted.current && setProgress(next),
      });
      if (mine !== wanted.current) return;
      page.say(t('import.summary', { games: t('import.games', { n: end.games.length }), faults: t('import.faults', { n: end.faultCount }) }));
      // Of what is higher than the screen, focus alone may show the middle.
      result.current?.focus({ preventScroll: true });
      result.current?.scrollIntoView({ block: 'start' });
    } catch (error) {
      if (mine !== wanted.current) return;
      setProgress(null);
      setRefused(t('core.failed', { reason: String(error instanceof Error ? error.message : error) }));
    }
  };
  const openFile = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > BYTES_MAX) {
      refuse(t('import.too-large', { name: file.name, size: megabytes(file.size), max: megabytes(BYTES_MAX) }));
      return;
    }
    try {
      const content = decode(await file.arrayBuffer());
      if (content === null) refuse(t('import.not-text', { name: file.name }));
      else await read(content, file.name);
    } catch {
      refuse(t('import.unreadable', { name: file.name }));
    }
  };
  const refuse = (words: string): void => {
    wanted.current += 1;
    setProgress(null);
    setRefused(words);
  };
  const cancel = (): void => {
    wanted.current += 1;
    setProgress((now) => now && { ...now, state: 'cancelled' });
  };
  const reading = progress?.state === 'reading';

  return (
    <main
      id="main"
      class="records"
      tabIndex={-1}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void openFile(event.dataTransfer?.files[0]);
      }}
    >
      <section class="card records-card">
        <Thread />
        <header class="records-head">
          <div>
            <h1>{t('import.title')}</h1>
            <p class="card-lead">{t('import.sub')}</p>
          </div>
          <div class="records-ways">
            <a class="button-outline" href={ADDRESS.games}>
              <Icon name="shelf" /> {t('nav.games')}
            </a>
          </div>
        </header>
        <div class="import-ways">
          <div class={`import-drop${over ? ' import-drop-over' : ''}`}>
            <p>{t('import.drop')}</p>
            <button type="button" class="button-main" onClick={() => picker.current?.click()}>
              <Icon name="open" /> {t('import.pick')}
            </button>
            <input
              ref={picker} class="hidden" type="file" tabIndex={-1} aria-label={t('import.pick')} accept=".fgn,.pgn,.txt,text/plain"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                // The same file may be picked again.
                void openFile(file);
                event.currentTarget.value = '';
              }}
            />
          </div>
          <form
            class="import-paste"
            onSubmit={(event) => {
              event.preventDefault();
              if (text.trim() === '') refuse(t('import.nothing'));
              else void read(text, '');
            }}
          >
            <label class="field">
              <span>{t('import.paste')}</span>
              <textarea
                rows={6} spellcheck={false} autocapitalize="none" value={text} placeholder="1. e2-e3A d4-e4W 2. …"
                onInput={(event) => setText(event.currentTarget.value)}
              />
            </label>
            <button type="submit" class="button-outline">{t('import.read')}</button>
          </form>
        </div>
        {refused !== null && <p class="fault" role="alert">{refused}</p>}
        {reading && (
          <div class="import-progress">
            <label>
              {t('import.reading', { games: t('import.games', { n: progress.games.length }) })}
              <progress max={1} value={progress.part} />
            </label>
            <button type="button" class="button-outline" onClick={cancel}>{t('cancel')}</button>
          </div>
        )}
        {progress && !reading && (
          <section ref={result} class="import-result" tabIndex={-1} aria-label={t('import.result')}>
            {progress.state === 'refused' ? (
              <p class="fault" role="alert">{t('import.refused', { reason: progress.reason ?? '' })}</p>
            ) : (
              <ImportResult progress={progress} source={source} key={wanted.current} />
            )}
          </section>
        )}
      </section>
    </main>
  );
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(bytes % 2 ** 20 === 0 ? 0 : 1);
}
