import { html } from '../view/html.ts';
import { CATEGORIES_RU, RESIDUALS_RU } from './categories-ru.ts';
import { categoryTitles } from './category-titles.ts';
import type { Texts } from './en.ts';
import { plural } from './plural.ts';
import type { Facts, Freeze, FreezeWords } from './result-facts.ts';

const checks = (count: number) =>
  `${count} ${plural('ru', count, { one: 'проверка', few: 'проверки', many: 'проверок', other: 'проверки' })}`;

const left = (count: number) =>
  count === 0 ? 'Проверок не осталось. Как получить ещё, показывает /balance.' : `Осталось: ${checks(count)}.`;

const REASONS = {
  no_records: 'Переводов не найдено.',
  not_traceable: 'За деньгами этой сети проследить нельзя.',
  sources_failed: 'Источники данных не ответили.',
  too_little_attributed: 'Известно слишком мало.',
} as const;

const BANDS = [
  'Без оценки.',
  'Очень высокий риск.',
  'Высокий риск.',
  'Средний риск.',
  'Низкий риск.',
  'Низкий риск.',
] as const;

function headline({ result, worst }: Facts): string {
  const band = BANDS[result.riskscore] ?? BANDS[0];
  if (result.cause.rule === 'not_rated') return `${band} ${REASONS[result.cause.reason ?? 'too_little_attributed']}`;
  if (result.cause.rule === 'limited_coverage') return `${band} Данных мало.`;
  const [own] = result.labels;
  if (result.cause.rule === 'identity' && own !== undefined)
    return `${band} Сам адрес: ${inSentence(CATEGORIES_RU[own.category])}.`;
  if (worst === null || result.riskscore === 5) return band;
  const side = worst.direction === 'incoming' ? 'Среди источников' : 'Среди получателей';
  return `${band} ${side}: ${inSentence(titles[worst.category])}.`;
}

/** A title within a sentence begins small, unless it is an abbreviation or a name. */
function inSentence(title: string): string {
  return /^[А-ЯЁ][а-яё]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

function why({ result, worst }: Facts): string | null {
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
function freeze({ status, issuer, since, asked_at: askedAt }: Freeze, { ticker, dateOf }: FreezeWords): string {
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

const titles = categoryTitles(
  (category) => CATEGORIES_RU[category],
  (residual) => RESIDUALS_RU[residual],
);

/** Всё, что говорит бот, по-русски. */
export const ru: Texts = {
  code: 'ru',
  name: 'Русский',
  commands: {
    start: 'Что умеет этот бот',
    help: 'Как проверить адрес',
    check: 'Проверить адрес',
    history: 'Ваши проверки',
    balance: 'Сколько проверок у вас есть',
    link: 'Подключить аккаунт на сайте',
    language: 'Выбрать язык',
    privacy: 'Что хранится и как это удалить',
  },
  start: {
    hello: (product) =>
      html`<b>${product}</b> показывает, откуда пришли деньги криптокошелька: от одной до пяти звёзд и почему.`,
    how: 'Пришлите адрес кошелька, выберите актив, и звёзды придут сюда.',
    free: (count) => `У вас есть ${checks(count)}. Регистрация не нужна.`,
    none: 'Проверок не осталось. Как получить ещё, показывает /balance.',
  },
  never: html`<b>Я никогда не прошу приватные ключи и сид-фразы и не прошу подключить кошелёк.</b> Мне нужен только адрес. Кто просит больше, тот не я.`,
  help: {
    title: html`<b>Как проверить адрес</b>`,
    steps: [
      '1. Пришлите адрес кошелька. Подойдёт и платёжная ссылка, и ссылка на обозреватель блоков.',
      '2. Выберите актив: на одном адресе их может быть много.',
      '3. Смотрите на звёзды. Пять — безопасно, одна — очень рискованно, N/A — известно слишком мало.',
    ],
    spend:
      'Проверка списывается с баланса. Неудавшаяся или закончившаяся N/A возвращается, а тот же адрес и актив 24 часа проверяются бесплатно.',
    groups: (bot) => `В группе напишите /check@${bot} и адрес или ответьте на моё сообщение.`,
    inline: (bot) => `В любом чате наберите @${bot}, чтобы показать готовый результат. Проверки на это не тратятся.`,
    disclaimer: 'Проверка — это сведения «как есть», а не инвестиционный совет.',
    support: (email) => `Вопросы: ${email}`,
  },
  asset: {
    which: (address) => html`<code>${address}</code>\nКакой актив?`,
    page: (page, pages) => `${page} из ${pages}`,
    previous: '‹ Назад',
    next: 'Ещё ›',
    one: 'Будет списана одна проверка.',
    gone: 'Этот адрес я уже не помню. Пришлите его ещё раз.',
    notYours: 'Эти кнопки для того, кто спросил. Пришлите свой адрес.',
  },
  several: {
    found: (count) =>
      `${count} ${plural('ru', count, { one: 'адрес', few: 'адреса', many: 'адресов', other: 'адреса' })}. Какой посмотреть?`,
    rest: (count) => `Ещё ${count} здесь не показаны: для длинных списков лучше подойдёт сайт.`,
  },
  check: {
    running: (asset) => html`Проверяю ${asset}…`,
    following: 'Иду по следу денег. Это может занять минуту.',
    tookLong: html`Эта проверка идёт дольше обычного. Она продолжится без нас, ничего не пропадёт.`,
    show: 'Показать результат',
    ready: 'Готово: результат ниже.',
    stillRunning: 'Проверка ещё идёт. Спросите через минуту.',
    failed: 'Проверку не удалось закончить. Она не списана.',
    again: 'Ещё раз',
    spent: left,
    free: (count) => `Эта проверка бесплатна. ${left(count)}`,
  },
  result: {
    stars: (stars) => `${stars} из 5 звёзд`,
    notRated: 'N/A',
    headline,
    why,
    incoming: 'Откуда пришло',
    outgoing: 'Куда ушло',
    noTransfers: 'Переводов не найдено',
    more: (count) => `и ещё ${count} в полном отчёте`,
    groups: { high: 'высокий риск', mid: 'средний риск', low: 'низкий риск', none: 'не размечено' },
    labelled: (names) => `Сам адрес: ${names}`,
    freeze,
    coverage: (percent) => `Удалось определить ${percent} денег.`,
    confidence: { high: 'Уверенность высокая.', medium: 'Уверенность средняя.', low: 'Уверенность низкая.' },
    readLive: (made, budget, providers) =>
      `Прочитано из сети: запросов ${made}, не больше ${budget}${providers.length === 0 ? '' : `, через ${providers.join(' и ')}`}.`,
    knownFrom: (when) => `История известна с ${when}.`,
    incomplete: 'Прочитано не всё: может быть больше, чем показано.',
    checked: (when) => `Проверено ${when}`,
    report: 'Полный отчёт',
    pdf: 'PDF',
    again: 'Проверить снова',
    share: 'Поделиться',
    revoked: 'Доступ по ссылке закрыт: результат видите только вы.',
  },
  categories: titles,
  pdf: {
    caption: (asset) => `Подписанный отчёт, ${asset}`,
    coming: 'Отчёт уже в пути.',
    notReady: 'Проверка ещё идёт. Попробуйте через минуту.',
    none: 'У этой проверки нет отчёта. Проверьте адрес ещё раз.',
  },
  share: {
    ready: html`По этой ссылке результат откроет каждый:`,
    send: 'Отправить в чат',
    stop: 'Закрыть доступ',
    start: 'Открыть доступ',
    stopped: 'Доступ закрыт. По ссылке больше ничего не откроется, кроме как у вас.',
    notOwner: 'Этот результат не ваш, поэтому изменить доступ здесь нельзя.',
  },
  history: {
    title: html`<b>Ваши проверки</b>`,
    empty: 'Проверок пока нет. Пришлите адрес, и результат появится здесь.',
    page: (page, pages) => `Страница ${page} из ${pages}`,
    newer: '‹ Новее',
    older: 'Старше ›',
  },
  balance: {
    have: (count) => html`У вас есть <b>${checks(count)}</b>.`,
    joined: (email) => `Подключён аккаунт ${email}: сначала тратится его баланс.`,
    own: (count) => `Из них принадлежат самому чату: ${count}.`,
    notEnough: html`Не хватает проверок.`,
    kept: 'Адрес не пропал: нажмите кнопку ниже, когда проверки появятся.',
    show: 'Мой баланс',
    buy: 'Купить проверки',
    connect: 'Подключить мой аккаунт',
    part: 'Отключить',
    suspended: (email) =>
      `Этот аккаунт приостановлен: проверять и покупать нельзя, а ваши результаты остаются доступны. Напишите на ${email}.`,
  },
  buy: {
    howMany: html`<b>Сколько проверок?</b>\nОни не сгорают. Начиная с 200 каждая стоит дешевле.`,
    amount: (count, price) => `${checks(count)} · ${price}`,
    order: (count, price) => html`<b>${checks(count)} за ${price}</b>`,
    how: 'Как вам удобнее заплатить?',
    other: '‹ Другое число',
    card: 'Картой',
    crypto: 'Криптовалютой',
    open: (price) => `Заплатить ${price}`,
    ready: html`Страница оплаты принадлежит платёжной системе. Ни карты, ни кошелька я не вижу.`,
    paid: 'Уже оплачено',
    status: {
      waiting: 'Оплаты пока нет. Она может идти несколько минут.',
      partial: 'Пришла только часть. Остального пока нет.',
      paid: (count) => `Оплачено. Добавлено: ${checks(count)}.`,
      closed: 'Этот заказ закрыт. Ничего не списано.',
    },
    failed: 'Платёжная система не ответила как следует. Ничего не списано. Попробуйте ещё раз.',
    notOffered:
      'Сейчас здесь ничего нельзя купить. Если у вас есть аккаунт на сайте, его проверки работают и здесь: /link.',
  },
  link: {
    title: html`<b>Ваш аккаунт на сайте</b>`,
    steps:
      'Войдите на сайт, откройте страницу аккаунта и выберите Telegram. Кнопка там один раз приведёт вас сюда, и в этом чате будут ваш баланс и ваша история.',
    open: 'Открыть страницу аккаунта',
    joined: (email) => html`Этот чат пользуется аккаунтом <b>${email}</b>: его балансом и его историей.`,
    ask: (email) =>
      html`Подключить этот чат к аккаунту <b>${email}</b>?\nЗдесь будет его баланс, а проверки из этого чата появятся в его истории. Подключайте, только если аккаунт ваш.`,
    yes: 'Подключить',
    no: 'Не сейчас',
    done: (email, count) => html`Подключён <b>${email}</b>. У вас есть ${checks(count)}.`,
    partAsk: (email) => html`Отключить этот чат от <b>${email}</b>? Баланс и история останутся у аккаунта.`,
    partYes: 'Отключить',
    parted: 'Отключено. Чат снова сам по себе.',
    notValid: 'Эта ссылка уже использована или не наша. Где сделать новую, показывает /link.',
    expired: 'Срок этой ссылки истёк. Где сделать новую, показывает /link.',
    accountTaken:
      'Этот аккаунт подключён к другому Telegram. Сначала отключите его: там через /balance или на странице аккаунта.',
    chatTaken: 'Этот чат подключён к другому аккаунту. Сначала отключите его.',
    dismissed: 'Ничего не изменилось.',
  },
  language: { choose: 'На каком языке говорить?', chosen: 'Говорим по-русски.' },
  privacy: {
    title: html`<b>Что хранится</b>`,
    lines: [
      'Ваш идентификатор в Telegram, язык и ваши проверки: адрес, актив, результат, время. Больше ничего из написанного не хранится.',
      'Присланный адрес 90 дней хранится отдельно от вас, чтобы работали его кнопки.',
      'Адреса проверяет наш собственный сервер. Он может спросить о них поставщиков данных блокчейна: кто спрашивал, они не узнают. Ваш Telegram никогда не попадает ни в результат, ни в отчёт.',
    ],
    policy: 'Политика конфиденциальности',
    forget: 'Удалить мои данные',
    forgetAsk: html`<b>Удалить всё, что хранится об этом Telegram?</b>\nИсчезнут идентификатор, язык, история и остаток собственных проверок. Подключённый аккаунт на сайте не изменится. Отменить это нельзя.`,
    forgetYes: 'Удалить',
    forgotten: 'Удалено. Пишите снова, когда захотите.',
  },
  inline: {
    open: 'Проверить в чате',
    start: 'Пришлите мне адрес',
    title: (stars, asset) => `${stars} ${asset}`,
  },
  secret: html`<b>Похоже на приватный ключ, сид-фразу или идентификатор транзакции.</b>\nЯ это не сохранил и нигде не искал. Если это ключ или фраза: удалите своё сообщение и переведите деньги на новый кошелёк, ведь его мог прочитать кто-то ещё.\nМне нужен только адрес.`,
  group: {
    privately: 'Давайте сделаем это наедине.',
    open: 'Открыть наш чат',
    how: (bot) => `Напишите /check@${bot} и адрес кошелька.`,
  },
  fallback: {
    notAnAddress: html`<b>Неизвестный формат адреса.</b>\nПришлите только адрес кошелька, как вы его скопировали: важен каждый знак. Подробнее: /help.`,
    noText: 'Я читаю только текст. Вставьте адрес кошелька текстом.',
    unknownCommand: 'Такой команды я не знаю. Что я умею, показывает /help.',
    oldButton: 'Эта кнопка устарела. Пришлите адрес ещё раз.',
    badLink: 'Эта ссылка не наша. Пришлите сам адрес.',
    noResult: 'Этот результат не открыть: его больше нет или владелец закрыл доступ.',
    flood: 'Слишком много сразу. Я вернусь через минуту, а присланное до того пропущу. Ничего не списано.',
    tooMany: (seconds) =>
      `Слишком много проверок сразу. Попробуйте через ${seconds} ${plural('ru', seconds, { one: 'секунду', few: 'секунды', many: 'секунд', other: 'секунды' })}. Ничего не списано.`,
    unreachable: 'Сервис сейчас недоступен. Ничего не списано и ничего не пропало. Попробуйте через минуту.',
    wrong: (requestId) =>
      requestId === null
        ? 'Что-то пошло не так. Ничего не списано.'
        : `Что-то пошло не так. Ничего не списано. (${requestId})`,
  },
};
