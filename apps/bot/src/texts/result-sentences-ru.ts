import { type AdviceCode, adviceCodeOf, isLimited } from '@assay/wording';
import { CATEGORIES_RU, RESIDUALS_RU } from './categories-ru.ts';
import { categoryTitles } from './category-titles.ts';
import type { Facts, Freeze, FreezeWords } from './result-facts.ts';

export const titles = categoryTitles(
  (category) => CATEGORIES_RU[category],
  (residual) => RESIDUALS_RU[residual],
);

const REASONS = {
  no_records: 'Переводов не найдено.',
  not_traceable: 'За деньгами этой сети проследить нельзя.',
  sources_failed: 'Источники данных не ответили.',
  unreadable: 'Ответ источника данных прочитать не удалось.',
  too_little_attributed: 'Известно слишком мало.',
  burn_address: 'Отправленное сюда уничтожается.',
} as const;

const ADVICE = {
  keep: 'Сохраните отчёт. Перед крупным или более поздним платежом проверьте снова: кошельки меняются.',
  limited: 'Известно слишком мало, чтобы полагаться: перед крупным платежом спросите, откуда деньги.',
  ask: 'Прежде чем принять деньги, спросите, откуда они. Начните с небольшой суммы.',
  refuse:
    'Не отправляйте на этот кошелёк и не принимайте с него. Если уже приняли, держите деньги отдельно и обратитесь за советом.',
  service: 'О человеке, который платит с этого кошелька, это ничего не говорит: спросите его, откуда деньги.',
  not_rated: 'Не считайте это безопасным. Спросите другую сторону, откуда деньги.',
  no_records: 'Проверьте адрес и актив. Не считайте это безопасным.',
  sources_failed: 'Попробуйте снова через несколько минут. Не считайте это безопасным.',
  burn_address: 'Ничего сюда не отправляйте.',
} as const satisfies Record<AdviceCode, string>;

const BANDS = [
  'Без оценки.',
  'Очень высокий риск.',
  'Высокий риск.',
  'Средний риск.',
  'Низкий риск.',
  'Низкий риск.',
] as const;

export function advice({ result }: Facts): string {
  return ADVICE[adviceCodeOf(result)];
}

export function headline({ result, worst }: Facts): string {
  const words = BANDS[result.riskscore] ?? BANDS[0];
  const band = isLimited(result) ? `Мало данных: ${words.toLowerCase()}` : words;
  if (result.cause.rule === 'not_rated') return `${band} ${REASONS[reasonOf(result)]}`;
  if (result.cause.rule === 'limited_coverage') return `${band} Для пяти звёзд известно слишком мало.`;
  const [own] = result.labels;
  if (result.cause.rule === 'identity' && own !== undefined)
    return `${band} Сам адрес: ${inSentence(CATEGORIES_RU[own.category])}.`;
  if (worst === null || result.riskscore === 5) return band;
  const side = worst.direction === 'incoming' ? 'Среди источников' : 'Среди получателей';
  return `${band} ${side}: ${inSentence(titles[worst.category])}.`;
}

function reasonOf({ cause, records_read: read }: Facts['result']): keyof typeof REASONS {
  if (cause.reason === 'sources_failed' && read === 'unreadable') return 'unreadable';
  return cause.reason ?? 'too_little_attributed';
}

/** A title within a sentence begins in lower case, unless it is an abbreviation or a name. */
function inSentence(title: string): string {
  return /^[А-ЯЁ][а-яё]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

export function why({ result, worst }: Facts): string | null {
  switch (result.cause.rule) {
    case 'identity':
      return 'Оценку определила метка самого адреса.';
    case 'floor':
      return worst === null
        ? null
        : `Оценку определила доля категории «${titles[worst.category]}»: её одной достаточно.`;
    case 'linear':
      return 'Оценка сложилась из долей всех категорий, взвешенных по риску.';
    case 'limited_coverage':
      return 'Пять звёзд не ставится, пока источники большей части денег неизвестны.';
    case 'not_rated':
      return null;
  }
}

/** The same statements as the server's English sentence. */
export function freeze({ status, issuer, since, asked_at: askedAt }: Freeze, { ticker, dateOf }: FreezeWords): string {
  const who = issuer ?? `эмитент ${ticker}`;
  switch (status) {
    case 'frozen': {
      const when = since === null ? '; с какого времени, неизвестно' : ` с ${dateOf(since)}`;
      return `Заморожен эмитентом${when}: ${who} не даёт распоряжаться ${ticker} на этом адресе.`;
    }
    case 'not_frozen': {
      const when = askedAt === null ? '' : ` на ${dateOf(askedAt)}`;
      return `Спросили, не заморожен:${when} этого адреса не было в списке ${who}.`;
    }
    case 'not_asked':
      return `Спросить не удалось: заморозил ли этот адрес ${who}, неизвестно.`;
    case 'not_applicable':
      return `Никто не может заморозить ${ticker} на этом адресе.`;
  }
}
