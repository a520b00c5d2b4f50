/* The rules of playing fair, on one page. */

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { currentLanguage } from '../../i18n';
import type { FairPlay } from '../../i18n/fair';
import { loadFairPlay } from '../../i18n/fair';
import { Thread } from '../ui/Ornament';
import { tl } from './words';

export function FairPlayPage(): VNode {
  const language = currentLanguage();
  const [text, setText] = useState<FairPlay | null>(null);
  useEffect(() => {
    let wanted = true;
    void loadFairPlay(language).then((loaded) => wanted && setText(loaded));
    return () => {
      wanted = false;
    };
  }, [language]);
  return (
    <main id="main" class="rules" tabIndex={-1}>
      <article class="card rules-card">
        <Thread />
        <div class="rules-text">
          <h1>{tl('fair.title')}</h1>
          {text && (
            <>
              <p class="rules-lead">{text.lead}</p>
              {text.sections.map(([title, ...lines]) => (
                <section key={title}>
                  <h2>{title}</h2>
                  {lines.map((line) => <p key={line} class="clause fair-clause"><span>{line}</span></p>)}
                </section>
              ))}
            </>
          )}
        </div>
      </article>
    </main>
  );
}
