import type { Plugin } from 'vite';

const LOADER = /react-router\/dist\/(production|development)\/lib\/dom\/ssr\/links\.js$/;
const LOOKS_FOR = /document\.querySelector\(`link\[rel="stylesheet"\]\[href="\$\{descriptor\.href\}"\]`\)/;
// The build marks a sheet that represents several with a `#`; in the page each occurs once.
const ALSO = `document.querySelector(\`link[rel="stylesheet"][href="\${descriptor.href}"], style[data-href="\${descriptor.href.split('#', 1)[0]}"]\`)`;

/**
 * Before it shows a page, the router fetches the style sheets that the document does not link yet: also those that came
 * inside the page (app/shell/layout/site-styles.tsx), with every step. This lets it look for them there too. The build fails
 * when the router no longer looks in these words.
 */
export function stylesInPage(): Plugin {
  return {
    name: 'styles-in-page',
    transform(code, id) {
      if (!LOADER.test(id.replaceAll('\\', '/'))) return null;
      if (!LOOKS_FOR.test(code)) this.error('The router no longer looks for style sheets in the words known here');
      return { code: code.replace(LOOKS_FOR, () => ALSO), map: null };
    },
  };
}
