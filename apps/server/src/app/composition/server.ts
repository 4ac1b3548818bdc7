import { setTimeout as sleep } from 'node:timers/promises';
import {
  buildInvitationTokens,
  buildMailboxHash,
  buildNoticeTokens,
  buildTokenSmith,
  workInvitationMail,
  workLinkMail,
  workNoticeMail,
} from '../../modules/accounts/index.ts';
import { accountsCalls } from '../../modules/accounts/module.ts';
import { wireAccountNotices } from '../../modules/accounts/open/account-notices.ts';
import { refoldAccounts, wireAuth } from '../../modules/accounts/open/auth.ts';
import { wireFactors } from '../../modules/accounts/open/factors.ts';
import { openIdentity } from '../../modules/accounts/open/identity.ts';
import { wireWorkspaces } from '../../modules/accounts/open/workspaces.ts';
import { buildFreezesService, buildSourceHealth } from '../../modules/chains/index.ts';
import { chainsCalls } from '../../modules/chains/module.ts';
import { openPrices } from '../../modules/chains/open/prices.ts';
import { chainsForReaders } from '../../modules/chains/outside/chains/open-sources.ts';
import { postgresQuotaLedger } from '../../modules/chains/outside/providers/quota-ledger.store.ts';
import { checksCalls, checksPages } from '../../modules/checks/module.ts';
import { wireCounterparties } from '../../modules/checks/open/counterparties.ts';
import { wireExplorer } from '../../modules/checks/open/explorer.ts';
import { openMemory } from '../../modules/checks/open/memory.ts';
import { openOnDemandReads } from '../../modules/checks/open/on-demand.ts';
import { labelsCalls } from '../../modules/labels/module.ts';
import { moneyCalls } from '../../modules/money/module.ts';
import { wireFreeGrants, wireUncharged } from '../../modules/money/open/grants.ts';
import { wireDeletionMail, wireNotices } from '../../modules/money/open/payment-notices.ts';
import { openPayments, wirePromo } from '../../modules/money/open/payments.ts';
import { wireSurvey } from '../../modules/money/open/survey.ts';
import { invoicePdf } from '../../modules/money/outside/invoice/invoice-pdf.ts';
import type { PaymentStandIns } from '../../modules/money/outside/payments/payment-providers.ts';
import { reportsCalls, reportsPages } from '../../modules/reports/module.ts';
import { wireReports } from '../../modules/reports/open/reports.ts';
import { namedKeysFirst, openKeysOrRefuse } from '../../modules/reports/outside/signing/open-signing.ts';
import { auditAlone, auditRoutes, downloadRecorder, recordAudit } from '../../platform/audit/index.ts';
import type { Config } from '../../platform/config/config.ts';
import { assertTenantRole, probeWrite, scopedPool } from '../../platform/db/index.ts';
import { readSite, SITE_BUILD_DIR } from '../../platform/host/site-build.ts';
import { watchSite } from '../../platform/host/site-source.ts';
import type { LocalEntry } from '../../platform/http/who/local-key.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { PRODUCT_VERSION } from '../../platform/kernel/product-version.ts';
import { SYSTEM_CLOCK } from '../../platform/kernel/time/clock.ts';
import { keepFor } from '../../platform/kernel/time/timing.ts';
import { outboxPages, outboxPathOf } from '../../platform/mail/index.ts';
import { openMailer } from '../../platform/mail/outside/open-mailer.ts';
import { keptSecret } from '../../platform/secret/kept-secret.ts';
import type { OpenDatabase } from '../databases/open-database.ts';
import { checksEnded, openAll } from '../modules.ts';
import { buildApp } from './app.ts';
import { checkedBy, wireAuditLog, wireChecks, wireCoverage, wireEntities, wireShowcase } from './checks.ts';
import { wireLimits } from './limits.ts';
import { wireMetrics } from './metrics.ts';
import { companyParts, wireAccount } from './person.ts';
import { carryMarksOf, signUpOf } from './sign-up.ts';
import { configuredSite } from './site-settings.ts';
import type { ServerContext, WiredServer } from './wired-server.ts';

const COVERAGE_AGE_MS = 10_000;
/** How soon a new build of the site is served without a restart. */
const SITE_LOOK_MS = 2_000;

/** Constructs API and site over one database, ready to listen. */
export async function wireServer(
  config: Config,
  { pool: service, url }: OpenDatabase,
  jobs: Jobs,
  local: LocalEntry,
  { out, log: logger, signal, securityEvents, pages, site: given, openRequestPool = scopedPool }: ServerContext,
): Promise<WiredServer> {
  await assertTenantRole(service);
  const pool = openRequestPool(service, url);
  const { metrics, checks: watch, sending, providers: asked } = wireMetrics(service, { requests: pool, service });
  const priced = openPrices(pool, config.prices, logger, asked);
  const chains = openOnDemandReads(pool, config, asked);
  const memory = openMemory(service, config, logger);
  const uncharged = wireUncharged(config.grants.unchargedPerDay);
  const features = wireChecks(pool, logger, {
    ...checkedBy(config.methodVersion, pool, memory),
    prices: priced.prices,
    live: chains.live,
    uncharged,
    freezes: buildFreezesService({ source: chains.freezes, log: logger }),
    ended: checksEnded(config),
    watch,
  });
  const [signInSecret, mailboxSecret, payments] = await Promise.all([
    keptSecret(config.signIn.secret, config.dataDir),
    keptSecret(config.signIn.mailboxSecret, config.dataDir, 'mailbox'),
    openPayments(pool, config, logger, startStandIns),
    features.balance.refillDemo(),
  ]);
  const tokens = buildTokenSmith(signInSecret);
  const mailboxHash = buildMailboxHash(mailboxSecret);
  const grants = wireFreeGrants(config.grants);
  const promo = wirePromo(pool, mailboxHash, grants);
  await promo.moveToMailboxes();
  await refoldAccounts(pool, mailboxHash, carryMarksOf);
  const mailer = await openMailer(config, { out, log: logger });
  const post = { ...mailer, sender: sending.countMails(mailer.sender) };
  const { sender } = post;
  const [queueLinkMail, queueNoticeMail, queueInvitation] = await Promise.all([
    workLinkMail(jobs, pool, config, { tokens, sender }),
    workNoticeMail(jobs, pool, config, { tokens: buildNoticeTokens(signInSecret), sender }),
    workInvitationMail(jobs, pool, config, { tokens: buildInvitationTokens(signInSecret), sender }),
  ]);
  const noticed = wireAccountNotices(signInSecret, queueNoticeMail);
  const auth = wireAuth(pool, config.signIn, {
    tokens,
    mailboxHash,
    queueLinkMail,
    signUp: signUpOf({ grants, checks: features.checks }),
    log: logger,
    securityEvents,
    notices: noticed.notices,
  });
  const workspaces = wireWorkspaces(pool, {
    checksKeptDays: config.inquiryRetentionDays,
    secret: signInSecret,
    domains: config.signIn.domains,
    queueMail: queueInvitation,
    owned: companyParts(),
  });
  const factors = wireFactors(pool, config, { secret: signInSecret, auth, securityEvents, notices: noticed });
  const identity = await openIdentity(pool, config, jobs, {
    secret: signInSecret,
    sender,
    secondStep: auth.secondStep,
    mailboxHash,
    securityEvents,
  });
  const reports = wireReports(pool, config, features.checks, logger, service);
  const openKeys = await namedKeysFirst(config.signing, () => openKeysOrRefuse(reports, logger, securityEvents));
  const configured = configuredSite(config);
  const showcase = wireShowcase(pool, features, logger);
  const coverage = keepFor(COVERAGE_AGE_MS, () => features.coverage());
  const examples = keepFor(COVERAGE_AGE_MS, () => features.examples());
  const site =
    given ??
    watchSite(SITE_BUILD_DIR, {
      load: (origin) => readSite(origin, pages.load),
      lookEveryMs: SITE_LOOK_MS,
      onFailure: (error) => logger.error({ err: error }, 'the new build of the site could not be loaded'),
    });
  const counterparties = wireCounterparties(pool, priced.prices, config.methodVersion);
  const limits = wireLimits(url, signInSecret, logger);
  const sourcesAndCoverage = wireCoverage(pool, {
    chains: chainsForReaders(chains.chains),
    priceProviders: priced.providers,
    updateHours: config.labelUpdates.everyHours,
  });
  const context = {
    ...{ config, pool, service, secret: signInSecret, jobs, sender, securityEvents, signal },
    ...{ audit: recordAudit, clock: SYSTEM_CLOCK, log: logger },
  };
  const modules = await openAll(context, {
    checks: features.checks,
    history: features.history,
    coverage: sourcesAndCoverage,
    reports: reports.reports,
    payments: payments.payments,
    isPaymentTrial: payments.isTrial,
    grants,
    uncharged,
    mailboxHash,
  });
  const balance = features.balance;
  const recordDownload = downloadRecorder(pool, auditAlone(pool));
  const { checks, history, suggestions } = features;
  const { certificates } = reports;
  const account = wireAccount(pool, balance, mailboxHash, wireDeletionMail(config, { sender, log: logger }));
  const building = buildApp({
    settings: { ...config, version: PRODUCT_VERSION },
    logger,
    local,
    limiter: limits.limiter,
    securityEvents,
    sessions: auth.sessions,
    calls: [
      accountsCalls({
        ...auth,
        ...{ factors, workspaces, account, identity: identity.features },
        userOf: (who, refusal) => balance.userOf(who, refusal),
        outboxPath: outboxPathOf(post.outbox),
        publicUrl: config.publicUrl,
      }),
      (calls) => auditRoutes(calls, { auditLog: wireAuditLog(pool) }),
      moneyCalls({
        ...{ payments: payments.payments, isTrial: payments.isTrial, renderInvoice: invoicePdf, promo, recordDownload },
        surveys: wireSurvey(pool, mailboxHash, grants),
        ...{ host: config.host, publicUrl: config.publicUrl },
      }),
      chainsCalls(
        buildSourceHealth({
          isOn: config.sources.isOn,
          networkProviders: chains.chains.networkProviders,
          ledger: postgresQuotaLedger(pool),
          lastFailures: asked.lastFailures,
        }),
      ),
      labelsCalls(wireEntities(pool)),
      checksCalls({
        ...{ checks, history, suggestions, counterparties, showcase, recordDownload, coverage: sourcesAndCoverage },
        explorer: wireExplorer(pool, checks, counterparties, { live: chains.live, version: config.methodVersion }),
        userOf: (who, held) => balance.userOf(who, null, held),
        site: { buildId: async () => (await site.current())?.id ?? null },
      }),
      reportsCalls({ checks, certificates, reports: reports.reports, recordDownload, productName: config.productName }),
      ...modules.flatMap((module) => module.calls ?? []),
    ],
    pages: [
      outboxPages(post.outbox, config.productName),
      reportsPages({ certificates }),
      checksPages({ ...config, email: config.operator.supportEmail }),
    ],
    cardScriptUrl: payments.cardScriptUrl,
    metrics: [...metrics, ...securityEvents.metrics, ...modules.flatMap((module) => module.metrics ?? [])],
    metricsToken: config.metricsToken,
    stopSignal: signal,
    stopGraceMs: config.stopGraceMs,
    checkReady: async () => {
      await pool.query('SELECT');
    },
    checkWritable: () => probeWrite(service),
    site: {
      source: site,
      renderer: pages,
      settings: async () => ({
        ...configured,
        coverage: await coverage(),
        examples: await examples(),
      }),
    },
  });
  // Routes are registered while the thread of the pages loads the site. A first build that cannot be loaded stops the
  // start; after a later one the former build stays in use.
  const [app] = await Promise.all([building, site.current()]);
  const close = async (graceMs: number) => {
    await Promise.all([
      app.close(),
      showcase.stop(),
      features.checks.close(graceMs, 'hand over'),
      ...modules.map(async (module) => module.close?.()),
    ]);
    await limits.close();
    await Promise.all([reports.close(), payments.close(), priced.close(), chains.close(), identity.close()]);
    post.close();
    await pool.end();
  };
  return {
    app,
    checks: features.checks,
    payments: payments.payments,
    notices: wireNotices(pool, config, { payments: payments.payments, sender, log: logger }),
    signIn: auth.signIn,
    invitations: workspaces.invitations,
    domainLooks: identity.features.looks,
    factors: factors.factors,
    recovery: factors.recoveryUpkeep,
    modules,
    memory,
    signer: reports.signer,
    openKeys,
    abandon: () => close(0),
    close: async () => {
      await sleep(config.stopDelayMs);
      await close(config.stopGraceMs);
    },
  };
}

/** Imported here, so that the stand-ins are loaded only if they are needed. */
async function startStandIns(publicUrl: string): Promise<PaymentStandIns> {
  const { startPaymentStandIns } = await import('./stand-ins.ts');
  return startPaymentStandIns(publicUrl);
}
