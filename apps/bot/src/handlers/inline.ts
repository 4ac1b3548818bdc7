import type { BotResult } from '@assay/contracts';
import { startPayloadOf } from '@assay/contracts/client';
import { drawStars, NOT_RATED, shortenAddress } from '@assay/wording';
import { Composer, InlineQueryResultBuilder } from 'grammy';
import { describeError } from '../log.ts';
import { findAddresses } from '../recognise/find-addresses.ts';
import { readMessage } from '../recognise/read-message.ts';
import type { UserServer } from '../server.ts';
import { assetName } from '../view/asset-name.ts';
import { dateText } from '../view/figures.ts';
import { keyboardOf } from '../view/message.ts';
import { shortResult } from '../view/result-message.ts';
import { keepAddress } from './addresses.ts';
import type { BotContext, HandlerDeps } from './context.ts';

/** Results are personal and may change with the next check. */
const CACHE_SECONDS = 10;
const WITHIN_MS = 5_000;

/**
 * Inline mode: the person's own existing results. Runs no check and spends nothing; without a result, a button opens
 * the chat.
 */
export function inline(deps: HandlerDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  composer.on('inline_query', async (ctx) => {
    const { t, server } = ctx.sender;
    const query = ctx.inlineQuery.query.trim();
    const [found] = readMessage(query).is === 'clear' ? findAddresses(query) : [];
    const isLookup = query === '' || found !== undefined;
    const results = isLookup ? await orNone(() => resultsOf(server, found?.address ?? '')) : [];
    const payload = found === undefined ? null : await payloadFor(found.address);
    await ctx.answerInlineQuery(
      results.map((result) => {
        const { text, ...message } = shortResult(t, result);
        const title = t.inline.title(
          result.riskscore === 0 ? NOT_RATED : drawStars(result.riskscore),
          assetName(result),
        );
        const description = `${shortenAddress(result.address)} · ${dateText(t, result.created_at)}`;
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

  /** An address that does not fit into a link is stored under an id; if that fails, the button only opens the chat. */
  async function payloadFor(address: string): Promise<string | null> {
    const fitting = startPayloadOf({ kind: 'address', address });
    if (fitting !== null) return fitting;
    const [id] = await orNone(async () => [await keepAddress(deps, address, AbortSignal.timeout(WITHIN_MS))]);
    return id === undefined ? null : startPayloadOf({ kind: 'kept', id });
  }

  /** Inline mode cannot show errors, so a failure offers nothing. */
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

/** The person's results of an address; of all where it is empty. */
async function resultsOf(server: UserServer, address: string): Promise<readonly BotResult[]> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  return (await server.call('GET /bot/users/:user_id/results', { query: { address: address.trim() }, signal })).results;
}
