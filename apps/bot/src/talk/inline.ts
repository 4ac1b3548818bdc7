import { startPayloadOf } from '@assay/contracts/client';
import { Composer, InlineQueryResultBuilder } from 'grammy';
import { describeError } from '../log.ts';
import { findAddresses } from '../recognise/find-addresses.ts';
import { looksSecret } from '../recognise/looks-secret.ts';
import { dateText } from '../view/figures.ts';
import { keyboardOf } from '../view/message.ts';
import { shortResult } from '../view/result-message.ts';
import { assetName, shortAddress } from '../view/short-address.ts';
import { starsText } from '../view/stars.ts';
import type { TalkContext, TalkDeps } from './context.ts';

/** Results are the person's own and may change by the next check. */
const CACHE_SECONDS = 10;
const WITHIN_MS = 5_000;

/**
 * Inline mode: results that are there already, the person's own. Nothing is checked and nothing is spent; where there is
 * none, a button leads to the chat.
 */
export function inline(deps: TalkDeps): Composer<TalkContext> {
  const composer = new Composer<TalkContext>();

  composer.on('inline_query', async (ctx) => {
    const { t, server } = ctx.asker;
    const query = ctx.inlineQuery.query.trim();
    const [found] = looksSecret(query) ? [] : findAddresses(query);
    const isLookup = query === '' || found !== undefined;
    const options = { signal: AbortSignal.timeout(WITHIN_MS) };
    const results = isLookup ? await orNone(() => server.cachedResults(found?.address ?? '', options)) : [];
    const payload = found === undefined ? null : await payloadFor(found.address);
    await ctx.answerInlineQuery(
      results.map((result) => {
        const { text, ...message } = shortResult(t, result);
        const title = t.inline.title(
          result.riskscore === 0 ? t.result.notRated : starsText(result.riskscore),
          assetName(result),
        );
        const description = `${shortAddress(result.address)} · ${dateText(t, result.created_at)}`;
        return InlineQueryResultBuilder.article(result.sub_id, title, {
          description,
          reply_markup: keyboardOf(message),
        }).text(text.text, { parse_mode: 'HTML', link_preview_options: { is_disabled: true } });
      }),
      {
        cache_time: CACHE_SECONDS,
        is_personal: true,
        button: {
          text: payload === null ? t.inline.start : t.inline.open,
          start_parameter: payload ?? 'start',
        },
      },
    );
  });

  /** An address that does not fit into a link is kept; where that fails the button leads to the chat alone. */
  async function payloadFor(address: string): Promise<string | null> {
    const fitting = startPayloadOf({ kind: 'address', address });
    if (fitting !== null) return fitting;
    const [id] = await orNone(async () => [
      await deps.server.keepAddress(address, { signal: AbortSignal.timeout(WITHIN_MS) }),
    ]);
    return id === undefined ? null : startPayloadOf({ kind: 'kept', id });
  }

  /** Inline mode has nowhere to tell of trouble: it offers less. */
  async function orNone<Item>(ask: () => Promise<readonly Item[]>): Promise<readonly Item[]> {
    try {
      return await ask();
    } catch (error) {
      deps.log.warn(describeError(error), 'inline mode got no answer');
      return [];
    }
  }

  return composer;
}
