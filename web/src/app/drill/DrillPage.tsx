/* The drill: what it is, and its tasks. */

import type { VNode } from 'preact';
import { t } from '../../i18n';
import { useReplace } from '../records/useReplace';
import { ADDRESS, goTo } from '../router';
import { Icon } from '../ui/Icon';
import { MiniBoard } from '../ui/MiniBoard';
import { Thread } from '../ui/Ornament';
import { beginDrill } from './drill';
import { solvedTasks } from './solved';
import type { Task } from './tasks';
import { TASKS } from './tasks';
import '../styles/drill.css';

export function DrillPage(): VNode {
  const replace = useReplace();
  const solved = solvedTasks();
  const begin = (task: Task): void => replace.begin((session) => {
    beginDrill(session, task);
    goTo(ADDRESS.play);
  });
  const tasks = (aim: Task['aim']): readonly Task[] => TASKS.filter((task) => task.aim === aim);
  return (
    <main id="main" class="drill" tabIndex={-1}>
      <section class="panel drill-panel">
        <Thread />
        <header class="drill-head">
          <h1>{t('drill.title')}</h1>
          <p>{t('drill.lead')}</p>
          <p>{t('drill.honest')}</p>
          <p role="status">{t('drill.count', { done: TASKS.filter(({ id }) => solved.has(id)).length, total: TASKS.length })}</p>
        </header>
        {(['win', 'hold'] as const).map((aim) => (
          <section key={aim} class="drill-tasks" aria-labelledby={`drill-${aim}`}>
            <h2 id={`drill-${aim}`}>{t(aim === 'win' ? 'drill.win' : 'drill.hold')}</h2>
            <ol>
              {tasks(aim).map((task, index) => (
                <li key={task.id}>
                  <button type="button" class="drill-task" disabled={!replace.ready} onClick={() => begin(task)}>
                    <MiniBoard files={9} position={task.position.split(' ')[0] ?? ''} width={168} />
                    <span>
                      {t('drill.task', { n: index + 1 })}
                      {task.plies !== undefined && <small><span class="hidden">, </span>{t('truth.capture', { n: task.plies })}</small>}
                      {solved.has(task.id) && <strong> <Icon name="check" size={18} /> {t('drill.done')}</strong>}
                    </span>
                  </button>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </section>
      {replace.question}
    </main>
  );
}
