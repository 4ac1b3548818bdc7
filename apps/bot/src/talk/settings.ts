import { Composer } from 'grammy';
import type { Texts } from '../texts/texts.ts';
import { isLanguage, LANGUAGES, TEXTS } from '../texts/texts.ts';
import { html, lines } from '../view/html.ts';
import { type BotMessage, button, linkRow } from '../view/message.ts';
import type { TalkContext, TalkDeps } from './context.ts';
import { changeOrTell } from './link.ts';
import { onPress, toast } from './presses.ts';
import { orTell } from './trouble.ts';

/** /language and /privacy. */
export function settings(deps: TalkDeps): Composer<TalkContext> {
  const composer = new Composer<TalkContext>();

  const askLanguage = ({ asker }: TalkContext) => deps.outlet.say(asker.chatId, languagesMessage(asker.t), asker);
  composer.command('language', askLanguage);
  onPress(composer, 'choose-language', async (ctx) => {
    await toast(ctx);
    await askLanguage(ctx);
  });
  onPress(composer, 'language', async (ctx, { language }) => {
    if (!isLanguage(language)) return toast(ctx, ctx.asker.t.fallback.oldButton);
    await changeOrTell(deps, ctx, async () => {
      await ctx.asker.ask(() => ctx.asker.server.open({ language }));
      deps.people.remember(ctx.asker.userId, language);
      return { text: html`${TEXTS[language].language.chosen}` };
    });
  });

  composer.command('privacy', async ({ asker }) => {
    await orTell(deps, asker, async () => {
      const { join_url: url } = await asker.ask(() => asker.account());
      await deps.outlet.say(asker.chatId, privacyMessage(asker.t, url), asker);
    });
  });
  onPress(composer, 'forget', async (ctx) => {
    const { t } = ctx.asker;
    await changeOrTell(deps, ctx, async () => ({
      text: t.privacy.forgetAsk,
      buttons: [[button(t.privacy.forgetYes, { do: 'forgotten' }), button(t.link.no, { do: 'dismiss' })]],
    }));
  });
  onPress(composer, 'forgotten', async (ctx) => {
    const { t, server, userId, ask } = ctx.asker;
    await changeOrTell(deps, ctx, async () => {
      await ask(() => server.forget());
      deps.people.forget(userId);
      return { text: html`${t.privacy.forgotten}` };
    });
  });

  return composer;
}

/** In every language at once: whoever cannot read this one must find their own. */
function languagesMessage(t: Texts): BotMessage {
  return {
    text: html`${t.language.choose}`,
    buttons: [LANGUAGES.map((language) => button(TEXTS[language].name, { do: 'language', language }))],
  };
}

function privacyMessage(t: Texts, siteUrl: string): BotMessage {
  const policy = new URL('/privacy-policy', siteUrl).href;
  const row = linkRow(t.privacy.policy, policy);
  return {
    text: lines(
      t.privacy.title,
      ...t.privacy.lines.flatMap((line) => ['', line]),
      ...(row.length === 0 ? ['', policy] : []),
    ),
    buttons: [row, [button(t.privacy.forget, { do: 'forget' })]],
  };
}
