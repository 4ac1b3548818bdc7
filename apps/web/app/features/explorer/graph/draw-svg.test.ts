import { expect, it } from 'vitest';
import { drawSvg } from './draw-svg.ts';
import type { SceneNode } from './scene.ts';

const COLOURS = { sheet: '#fff', ink: '#111', ink2: '#333', line: '#ccc', lineStrong: '#999', brass: '#b80' };
const PALETTE = { ...COLOURS, high: '#c00', mid: '#c80', low: '#080' };

function named(label: string): string {
  const node: SceneNode = {
    ...{ id: 'a', x: 0, y: 0, radius: 10, shape: 'high', mark: '<&', label, state: 'plain' },
    ...{ isPinned: false, hasNote: false },
  };
  return drawSvg({ nodes: [node], edges: [] }, PALETTE, label);
}

it('runs nothing that the name of an entity says', () => {
  const svg = named('</text><script>alert(1)</script>" onload="alert(2)');
  expect(svg).not.toMatch(/<script|<\/text><s|" onload/);
  expect(svg.match(/&lt;script&gt;/g)).toHaveLength(2);
});

it('opens, whatever characters a name has', () => {
  const svg = named('a\u0000b\u0001c\u001Bd\uFFFEe\uD800f😀');
  // Once as the title, once beside the node.
  expect(svg.split('>a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf😀<')).toHaveLength(3);
});
