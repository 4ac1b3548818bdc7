import { describe, expect, it } from 'vitest';
import { LabelFeed } from './label-feed.ts';

describe('labels that arrive on a server', () => {
  it('may stop for a minute, and not longer; a connection in between begins a new minute', () => {
    let now = 0;
    const [feed, server] = [new LabelFeed(() => now), {}];
    expect(feed.isBroken(server, false)).toBe(false);
    now = 60_000;
    expect(feed.isBroken(server, false)).toBe(false);
    expect(feed.isBroken({}, false)).toBe(false);
    now = 60_001;
    expect(feed.isBroken(server, false)).toBe(true);
    expect(feed.isBroken(server, true)).toBe(false);
    expect(feed.isBroken(server, false)).toBe(false);
  });
});
