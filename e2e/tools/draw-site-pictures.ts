/**
 * Draws the pictures that represent the site in link previews and icons: `node e2e/tools/draw-site-pictures.ts` writes
 * them into apps/web/public. They carry no name, since the product's name is a setting. Run it when the marks change.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drawRosette, type Mark, OFFICE_MARK, STRUCK_STARS } from '@assay/figures';
import { startBrowser } from '../harness/browser.ts';

const PAPER = '#f7f5f0';
const INK = '#14181f';
const BRASS = '#9e7a2f';
const GUILLOCHE = '#a88a4a';
const PUBLIC_DIR = new URL('../../apps/web/public/', import.meta.url);
/** The letters of the site. */
const FONT = new URL(
  '../../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  import.meta.url,
);
/** The specimen of the landing page. */
const SPECIMEN_ID = '7f3a91c2e4b8';

function drawMark({ boxUnits, layers }: Mark, color: string, sizePx: number): string {
  const paths = layers.map(({ path, paint, opacity = 1, width = 0 }) => {
    const fill = paint === 'ink' ? color : paint === 'cut' ? PAPER : 'none';
    const stroke = paint === 'inkLine' ? color : paint === 'cutLine' ? PAPER : 'none';
    return `<path d="${path}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" opacity="${opacity}"/>`;
  });
  return `<svg width="${sizePx}" height="${sizePx}" viewBox="0 0 ${boxUnits} ${boxUnits}">${paths.join('')}</svg>`;
}

function drawSeal(sizePx: number): string {
  const { boxUnits, strokeUnits, bands, rings } = drawRosette(SPECIMEN_ID);
  const half = boxUnits / 2;
  const strands = bands.map(
    ({ turnDegrees, paths }) =>
      `<g transform="rotate(${turnDegrees})">${paths.map((path) => `<path d="${path}"/>`).join('')}</g>`,
  );
  const circles = rings.map(({ radius, strokeUnits: width }) => `<circle r="${radius}" stroke-width="${width}"/>`);
  return `<svg width="${sizePx}" height="${sizePx}" viewBox="${-half} ${-half} ${boxUnits} ${boxUnits}" fill="none" stroke="${GUILLOCHE}" stroke-width="${strokeUnits}">${strands.join('')}${circles.join('')}</svg>`;
}

async function sharePage(): Promise<string> {
  const font = await readFile(FONT);
  const stars = Array.from({ length: 5 }, () => drawMark(STRUCK_STARS.lg, BRASS, 66)).join('');
  return `<!doctype html><style>
@font-face { font-family: Sans; font-weight: 400 700; src: url(data:font/woff2;base64,${font.toString('base64')}); }
body { margin: 0; width: 1200px; height: 630px; position: relative; background: ${PAPER}; color: ${INK}; font-family: Sans; }
svg { display: block; }
.frame { position: absolute; inset: 24px; border: 1px solid ${GUILLOCHE}; outline: 1px solid ${GUILLOCHE}80; outline-offset: -7px; }
.words { position: absolute; left: 72px; top: 112px; width: 560px; }
.stars { display: flex; gap: 10px; margin: 84px 0 34px; }
h1 { margin: 0; font-size: 58px; font-weight: 500; line-height: 1.06; letter-spacing: -0.03em; }
.seal { position: absolute; left: 662px; top: 84px; }
.office { position: absolute; left: 867px; top: 289px; background: ${PAPER}; }
</style><div class="frame"></div>
<div class="words">${drawMark(OFFICE_MARK, INK, 40)}<div class="stars">${stars}</div><h1>Test a wallet before you trust it.</h1></div>
<div class="seal">${drawSeal(462)}</div><div class="office">${drawMark(OFFICE_MARK, INK, 52)}</div>`;
}

function iconPage(sizePx: number): string {
  const mark = drawMark(OFFICE_MARK, INK, Math.round(sizePx * 0.72));
  return `<!doctype html><style>body { margin: 0; height: ${sizePx}px; display: grid; place-items: center; background: ${PAPER}; }</style>${mark}`;
}

const browser = await startBrowser();
try {
  const pictures = [
    { name: 'share.png', width: 1200, height: 630, html: await sharePage() },
    { name: 'icon-512.png', width: 512, height: 512, html: iconPage(512) },
    { name: 'apple-touch-icon.png', width: 180, height: 180, html: iconPage(180) },
  ];
  for (const { name, width, height, html } of pictures) {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(html);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: fileURLToPath(new URL(name, PUBLIC_DIR)) });
    await page.close();
  }
} finally {
  await browser.close();
}
