import type { FastifyPluginAsync } from 'fastify';
import { auditAlone, downloadRecorder } from '../../platform/audit/index.ts';
import type { Context, OpenModule } from '../../platform/module.ts';
import type { MailboxHash } from '../accounts/index.ts';
import type { FreeGrants } from './grants/grants.ports.ts';
import type { UnchargedAnswers } from './grants/uncharged.ts';
import { type BalanceService, buildBalanceService } from './ledger/balance.service.ts';
import { ledger } from './ledger/ledger.store.ts';
import { wireFreeGrants, wireSurvey, wireUncharged } from './open/given.ts';
import { openPayments, wireNotices, wirePromo } from './open/payments.ts';
import { invoicePdf } from './outside/invoice/invoice-pdf.ts';
import type { PaymentStandIns } from './outside/payments/payment-providers.ts';
import { workPayments } from './payments/payment-jobs.ts';
import { type PaymentsRoutesOptions, paymentsRoutes, webhookRoutes } from './payments/payments.routes.ts';
import type { PaymentsService } from './payments/payments.service.ts';
import { type PromoRoutesOptions, promoRoutes } from './promo/promo.routes.ts';
import { type SurveyRoutesOptions, surveyRoutes } from './survey/survey.routes.ts';

export interface MoneyCallsOptions extends PaymentsRoutesOptions, PromoRoutesOptions {
  readonly surveys: SurveyRoutesOptions;
}

/** Payments, what providers say of them, promo codes and the survey. */
export function moneyCalls({ surveys, ...options }: MoneyCallsOptions): FastifyPluginAsync {
  return async (calls) => {
    await calls.register(surveyRoutes, surveys);
    await calls.register(paymentsRoutes, options);
    await calls.register(webhookRoutes, options);
    await calls.register(promoRoutes, options);
  };
}

export interface MoneyNeeds {
  readonly mailboxHash: MailboxHash;
  /** Stand-ins of the payment providers, for the local demo. */
  readonly startStandIns: (publicUrl: string) => Promise<PaymentStandIns>;
}

export interface OpenMoney extends OpenModule {
  readonly payments: PaymentsService;
  /** True if stand-ins on this machine replace the payment providers. */
  readonly isTrial: boolean;
  /** Address of the card provider's script; null where no card is taken. */
  readonly cardScriptUrl: string | null;
  readonly grants: FreeGrants;
  readonly uncharged: UnchargedAnswers;
  readonly balance: BalanceService;
}

/** Opens the balance, payments, promo codes, the survey and what is given for nothing. */
export async function openMoney(context: Context, { mailboxHash, startStandIns }: MoneyNeeds): Promise<OpenMoney> {
  const { pool, config, jobs, sender, log, clock, signal } = context;
  const balance = buildBalanceService(pool, ledger);
  const [opened] = await Promise.all([openPayments(pool, config, log, startStandIns), balance.refillDemo()]);
  const { payments, isTrial, cardScriptUrl } = opened;
  const grants = wireFreeGrants(config.grants);
  const promo = wirePromo(pool, mailboxHash, grants, clock);
  await promo.moveToMailboxes();
  return {
    ...{ payments, isTrial, cardScriptUrl, grants, balance },
    uncharged: wireUncharged(config.grants.unchargedPerDay),
    calls: moneyCalls({
      ...{ payments, isTrial, promo, host: config.host, publicUrl: config.publicUrl },
      renderInvoice: invoicePdf,
      recordDownload: downloadRecorder(pool, auditAlone(pool)),
      surveys: wireSurvey(pool, mailboxHash, grants, clock),
    }),
    onListening: () =>
      workPayments(jobs, payments, {
        notices: wireNotices(pool, config, { payments, sender, log, clock }),
        signal,
        log,
      }),
    afterClosed: () => opened.close(),
  };
}
