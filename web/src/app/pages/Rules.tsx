/* The rules in short, clause by clause, so that refusals and results can point at the one they rest on. */

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { currentLanguage, t } from '../../i18n';
import type { RuleBook } from '../../i18n/rules';
import { loadRuleBook } from '../../i18n/rules';
import { useCore } from '../page';
import { ADDRESS } from '../router';
import { Icon } from '../ui/Icon';
import { Thread } from '../ui/Ornament';

export function Rules({ clause }: { clause: string | null }): VNode {
  const core = useCore();
  const [book, setBook] = useState<RuleBook | null>(null);
  const language = currentLanguage();

  useEffect(() => {
    let wanted = true;
    void loadRuleBook(language).then((loaded) => wanted && setBook(loaded));
    return () => {
      wanted = false;
    };
  }, [language]);
  useEffect(() => {
    if (!book || !clause) return;
    const place = document.getElementById(`r${clause}`);
    place?.scrollIntoView({ block: 'center' });
    place?.focus({ preventScroll: true });
  }, [book, clause]);

  const running = core.state === 'ready' && core.session.state !== null;
  return (
    <main id="main" class="rules" tabIndex={-1}>
      <article class="card rules-card">
        <Thread />
        <div class="rules-text">
          <h1>{t('rules.title')}</h1>
          {running && (
            <p>
              <a class="rules-back" href={ADDRESS.play}>
                <Icon name="arrow" /> {t('rules.back')}
              </a>
            </p>
          )}
          {book && (
            <>
              <p class="rules-lead">{book.lead}</p>
              {book.sections.map((section) => (
                <section key={section.number} id={`r${section.number}`} tabIndex={-1} class={section.number === clause ? 'clause-here' : undefined}>
                  <h2>{section.title}</h2>
                  {section.clauses.map(([number, text]) => (
                    <p key={number} id={`r${number}`} tabIndex={-1} class={`clause${number === clause ? ' clause-here' : ''}`}>
                      <span class="clause-number">{number}</span>
                      <span>{text}</span>
                    </p>
                  ))}
                </section>
              ))}
            </>
          )}
        </div>
      </article>
    </main>
  );
}
