export { RecentChecks } from './recent-checks.tsx';
