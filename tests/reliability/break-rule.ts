import { breakRule } from './broken-sources.ts'

// node --import break-rule.ts …: as the environment's NODE_OPTIONS say in a check whose rule is broken.
breakRule(process.env['SABOTAGE'] ?? '')
