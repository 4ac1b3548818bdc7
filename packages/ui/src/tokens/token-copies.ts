import { type ColourToken, DARK, LIGHT } from '@assay/figures';
import { tokensCss } from './tokens-css.ts';

type Colours = Readonly<Record<ColourToken, string>>;

/**
 * The style sheet of the tokens, and pictures that cannot take colours from it. Paths from the root of the repository, each
 * with its content.
 */
export function tokenCopies(): Readonly<Record<string, string>> {
  return {
    'packages/ui/src/styles/tokens.css': tokensCss(),
    'packages/ui/src/styles/frame-light.svg': frame(LIGHT),
    'packages/ui/src/styles/frame-dark.svg': frame(DARK),
    'apps/web/public/favicon.svg': favicon(),
  };
}

/** The corners of the frame, as a border image: style sheets cannot colour such a picture. */
function frame(colours: Colours): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="72" height="72" fill="none"><title>Certificate frame</title><path d="M14.2.5H57.8L71.5 14.2V57.8L57.8 71.5H14.2L.5 57.8V14.2Z" stroke="${colours.frame}"/><path d="M16.6 6.5H55.4L65.5 16.6V55.4L55.4 65.5H16.6L6.5 55.4V16.6Z" stroke="${colours['frame-inner']}"/></svg>\n`;
}

/** The office mark, which follows the theme of the browser. */
function favicon(): string {
  const style = `.a{fill:${LIGHT.action}}.b{stroke:${LIGHT.paper}}@media (prefers-color-scheme:dark){.a{fill:${DARK.action}}.b{stroke:${DARK.paper}}}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>${style}</style><path class="a" d="M6.5.6H25.5L31.4 6.5V25.5L25.5 31.4H6.5L.6 25.5V6.5Z"/><path class="b" d="M7.8 24.2 16 7.2l8.2 17" fill="none" stroke-width="2.5" stroke-miterlimit="6"/><path class="b" d="M12.6 20.4H19.4" stroke-width="2.3"/></svg>\n`;
}
