import { use } from 'react';
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router';
import { useNonce } from '../../layout/nonce.tsx';
import { planOf } from './start-plan.ts';
import { SITE_READY_EVENT, type StartPlan, startSite } from './start-site.ts';

/** How long a form that was sent early waits for the app before it is sent without, in milliseconds. */
const PATIENCE_MS = 5000;

/**
 * The scripts of the page, in place of the router's own `Scripts`: that one requests them before the page is painted, and
 * runs all of them at once.
 */
export function SiteScripts() {
  const nonce = useNonce();
  const framework = use(FrameworkContext);
  const matches = useMatches();
  const isServer = import.meta.env.SSR;
  // Otherwise the router keeps what its loaders said to itself.
  if (isServer && framework?.renderMeta !== undefined) framework.renderMeta.didRenderScripts = true;
  const texts =
    isServer && framework !== undefined
      ? [handOver(framework.serverHandoffString ?? '{}'), startText(planOf(framework.manifest, matches))]
      : // The client that hydrates the page needs neither of them again.
        [' ', ' '];
  return texts.map((text, index) => (
    <script
      // biome-ignore lint/suspicious/noArrayIndexKey: always these two.
      key={index}
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: of the router, escaped by it, and of this site.
      dangerouslySetInnerHTML={{ __html: text }}
    />
  ));
}

/** Where the router of the browser looks for what the loaders said. */
function handOver(facts: string): string {
  return `window.__reactRouterContext=${facts};window.__reactRouterContext.stream=new ReadableStream({start(c){window.__reactRouterContext.streamController=c}}).pipeThrough(new TextEncoderStream());`;
}

function startText(plan: StartPlan): string {
  // `<` could end the script.
  const facts = JSON.stringify(plan).replaceAll('<', '\\u003c');
  return `(${startSite.toString()})(${facts},(u)=>import(u),${JSON.stringify(SITE_READY_EVENT)},${PATIENCE_MS})`;
}
