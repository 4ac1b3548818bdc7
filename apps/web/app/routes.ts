import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('routes/default-layout.tsx', [
    index('routes/landing.tsx'),
    route('check/:id', 'routes/check-asset.tsx'),
    route('riskcheck/:subId', 'routes/risk-check.tsx'),
    route('verify', 'routes/verify.tsx'),
    route('verify/:subId', 'routes/verify-check.tsx'),
    route('account', 'routes/account.tsx'),
    route('account/security', 'routes/account-security.tsx'),
    route('account/privacy', 'routes/account-privacy.tsx'),
    route('account/audit-log', 'routes/audit-log.tsx'),
    route('account/service-audit-log', 'routes/service-audit-log.tsx'),
    route('method', 'routes/method.tsx'),
    route('sources', 'routes/sources.tsx'),
    route('entities', 'routes/entities.tsx'),
    route('entity/:slug', 'routes/entity.tsx'),
    route('dispute', 'routes/dispute.tsx'),
    route('dispute/:key', 'routes/own-dispute.tsx'),
    route('disputes', 'routes/disputes.tsx'),
    route('components', 'routes/components.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  layout('routes/auth-layout.tsx', [
    route('login', 'routes/login.tsx'),
    route('register', 'routes/register.tsx'),
    route('success-auth', 'routes/success-auth.tsx'),
    route('confirm-link', 'routes/confirm-link.tsx'),
    route('second-step', 'routes/second-step.tsx'),
  ]),
  layout('routes/privacy-layout.tsx', [
    route('privacy-policy', 'routes/privacy-policy.tsx'),
    route('terms-of-service', 'routes/terms-of-service.tsx'),
  ]),
  layout('routes/empty-layout.tsx', [route('stripe', 'routes/stripe.tsx')]),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('robots.txt', 'routes/robots.ts'),
] satisfies RouteConfig;
