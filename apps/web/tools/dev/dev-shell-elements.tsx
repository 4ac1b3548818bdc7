import { Links, Scripts } from 'react-router';
import { useNonce } from '../../app/shell/layout/nonce.tsx';

/** The router's own elements: they load what a changed component needs to be replaced in the page. */
export function SiteScripts() {
  const nonce = useNonce();
  return <Scripts {...(nonce === undefined ? {} : { nonce })} />;
}

/**
 * Without a nonce: these pages have no policy that asks for one, the browser does not know the server's, and React
 * reports a link that differs.
 */
export function SiteStyles() {
  return <Links nonce="" />;
}
