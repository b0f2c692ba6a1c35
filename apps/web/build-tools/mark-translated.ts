import { mark } from './translated-from.ts'

// node scripts/run.mjs apps/web/build-tools/mark-translated.ts KEY…
// Says that the translations of these keys (such as `shop.order.held`) fit their present English. New keys are added by themselves.

const stale = mark(process.argv.slice(2))
console.log(stale.length === 0 ? 'All translations are marked.' : `Translations to look at:\n${stale.join('\n')}`)
