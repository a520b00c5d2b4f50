/* A link that holds a game: opened for analysis where it says, or told why it cannot be. */

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n';
import type { LinkGame } from '../../core/types';
import { ADDRESS } from '../router';
import { Icon } from '../ui/Icon';
import { spareRules } from './shared';
import { useReplace } from './useReplace';
import '../styles/records.css';

export function OpenLink({ text }: { text: string }): VNode {
  const replace = useReplace();
  const [game, setGame] = useState<LinkGame | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  useEffect(() => {
    let wanted = true;
    setGame(null);
    setFault(null);
    spareRules()
      .then((rules) => rules.readLink(text))
      .then(
        (read) => wanted && setGame(read),
        (error: unknown) => wanted && setFault(error instanceof Error ? error.message : String(error)),
      );
    return () => {
      wanted = false;
    };
  }, [text]);

  // Going back must not open it again and again.
  const open = (): void => {
    if (game) replace.openGame({ ...game, tags: [] }, game.ply, 'nothing');
  };
  const { ready } = replace;
  useEffect(() => {
    if (game && ready) open();
  }, [game, ready]);

  return (
    <main id="main" class="records" tabIndex={-1}>
      <section class="card link-card">
        {fault !== null ? (
          <>
            <h1>{t('link.bad')}</h1>
            <p class="fault" role="alert" lang="en">{fault}</p>
            <p class="card-lead">{t('link.bad.sub')}</p>
            <a class="button-outline" href={ADDRESS.home}>
              <Icon name="home" /> {t('nav.home')}
            </a>
          </>
        ) : (
          <>
            <h1>{t('link.title')}</h1>
            <p class="card-lead" role="status">{game ? t('link.waiting') : t('core.loading')}</p>
            {game && (
              <button type="button" class="button-main" onClick={open}>
                {t('link.open')}
              </button>
            )}
          </>
        )}
      </section>
      {replace.question}
    </main>
  );
}
