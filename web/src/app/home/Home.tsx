/* Home: begin a game against the computer or beside a friend, go on with the running one. */

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useDialog } from '../dialogs';
import { t } from '../../i18n';
import type { GameSetup } from '../game/setup';
import { isOver } from '../game/state';
import { useCore, useOnline, usePage, useSettings } from '../page';
import { ADDRESS, goTo } from '../router';
import { Confirm } from '../ui/Confirm';
import { Banner } from './Banner';
import { ComputerCard } from './ComputerCard';
import { ContinueCard } from './ContinueCard';
import { FriendCard } from './FriendCard';
import { OfflineNote } from './OfflineNote';
import { OnlineSlot } from './OnlineSlot';
import { RecordsCard } from './RecordsCard';
import { RulesCard } from './RulesCard';

export function Home({ friend }: { friend: boolean }): VNode {
  const page = usePage();
  const core = useCore();
  const settings = useSettings();
  const { expected } = useOnline();
  const friendCard = useRef<HTMLElement>(null);

  useEffect(() => {
    if (friend) friendCard.current?.scrollIntoView({ block: 'start' });
  }, [friend]);

  const dialog = useDialog();
  const [wanted, setWanted] = useState<Omit<GameSetup, 'seed'> | null>(null);
  const ready = core.state === 'ready';
  const running = core.state === 'ready' ? core.session.state : null;

  const start = (setup: Omit<GameSetup, 'seed'>): void => {
    if (core.state !== 'ready') return;
    core.session.begin({ ...setup, seed: Math.floor(Math.random() * 2 ** 31) }, settings.taught);
    goTo(ADDRESS.play);
  };
  const begin = (setup: Omit<GameSetup, 'seed'>): void => {
    if (!running || isOver(running) || running.turns.length === 0) {
      start(setup);
      return;
    }
    setWanted(setup);
    page.open('replace');
  };
  const keepAndStart = async (): Promise<void> => {
    if (!running || !wanted) return;
    try {
      const { keepOr } = await import('../records/keep');
      if (!(await keepOr(running, page.tell))) return;
    } catch {
      page.tell(t('part.failed'));
      return;
    }
    page.open(null);
    start(wanted);
  };
  return (
    <main id="main" class="home" tabIndex={-1}>
      <Banner />
      {dialog === 'replace' && wanted && (
        <Confirm title={t('replace.title')} yes={t('replace.yes')} onYes={() => start(wanted)} other={{ words: t('replace.keep'), act: keepAndStart }}>
          {t('replace.sub')}
        </Confirm>
      )}
      {core.state === 'failed' && (
        <p class="fault" role="alert">
          {t('core.failed', { reason: core.reason })}{' '}
          <button type="button" class="button-outline" onClick={() => location.reload()}>
            {t('action.retry')}
          </button>
        </p>
      )}
      <div class={`home-cards${expected ? ' home-cards-online' : ''}`}>
        <ComputerCard settings={settings} change={(part) => page.settings.change(part)} ready={ready} begin={begin} />
        <OnlineSlot />
        <section class="card card-friend" ref={friendCard} aria-labelledby="friend-title">
          <FriendCard settings={settings} change={(part) => page.settings.change(part)} ready={ready} begin={begin} />
        </section>
        <div class="home-side">
          {running && <ContinueCard state={running} />}
          <RecordsCard />
          <RulesCard />
          <OfflineNote />
        </div>
      </div>
    </main>
  );
}
