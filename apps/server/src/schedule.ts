import { anchorAuditLog } from './modules/audit/anchors.ts'
import { checkAuditLog } from './modules/audit/checking.ts'
import { sealAuditLog } from './modules/audit/sealing.ts'
import { carryOutClosings } from './modules/closing/ending.ts'
import { expireOld } from './modules/age/checking.ts'
import { forgetCaptchas } from './modules/captcha/passes.ts'
import { rollUpCounters } from './modules/counters/roll-up.ts'
import { expireArchives } from './modules/exports/archives.ts'
import { giveUpOld } from './modules/exports/building.ts'
import { publishDue } from './modules/feeds/publishing.ts'
import { forgetOldEmailChanges } from './modules/accounts/email-change.ts'
import { removeDueFactors } from './modules/accounts/lost-factors.ts'
import { forgetOldGuesses } from './modules/accounts/guesses.ts'
import { rankPerformers } from './modules/performers/ranking.ts'
import { forgetOldChallenges } from './modules/accounts/passkey-store.ts'
import { forgetSpentAnswers } from './modules/accounts/providers/store.ts'
import { watchLedger } from './modules/ledger/check.ts'
import { releaseEarnings, rollUpLedger, sealLedger } from './modules/ledger/upkeep.ts'
import { forgetOldMails } from './modules/mail/outbox.ts'
import { settleStuckPayments } from './modules/payments/attempt.ts'
import { deliverSandboxWebhooks } from './modules/payments/sandbox/telling.ts'
import { settleWaitingObjects } from './modules/payments/webhooks.ts'
import { renewDue } from './modules/subscriptions/renewal.ts'
import { endSuspensionsRunOut } from './modules/staff/deeds.ts'
import { removeOldCards } from './modules/sharing/cards.ts'
import { forgetSearches } from './modules/search/keywords.ts'
import { watchPapers } from './modules/verifications/expiry.ts'
import { removeOrphans } from './modules/verifications/papers.ts'
import { deleteUnheldFiles } from './modules/media/deletion.ts'
import { removeUnknownBytes, resumeUnfinished } from './modules/media/processing.ts'
import { loadDemoWorld } from './modules/site/demo-world.ts'
import { type Chore, every } from './platform/chores.ts'
import { pruneOldRows } from './platform/prune.ts'

// Everything that runs on a clock.
export const schedule: Chore[] = [
  every('10 minutes', 'drop replies, facts and tickets that nobody will ask for again', pruneOldRows),
  every('10 minutes', 'forget captchas that have expired', forgetCaptchas),
  every('10 minutes', 'forget guesses at passwords that are over an hour old', forgetOldGuesses),
  every('10 minutes', 'close the accounts whose thirty days are over', carryOutClosings),
  every('1 minute', 'end suspensions whose time is over', endSuspensionsRunOut),
  every('1 minute', 'remove second factors whose owners had a day to object', removeDueFactors),
  every('10 minutes', 'remove archives whose week is over', expireArchives),
  every('1 hour', 'give up archives that nobody could make in a day', giveUpOld),
  every('1 hour', 'forget letters that went out thirty days ago', forgetOldMails),
  every('6 hours', 'forget changes of address that are a month old', forgetOldEmailChanges),
  every('10 minutes', 'forget who might have searched, and what few did', forgetSearches),
  every('10 minutes', 'forget what passkeys were asked to sign', forgetOldChallenges),
  every('1 hour', 'write down proofs of age that ran out', expireOld),
  every('1 hour', 'forget answers of other companies that can’t come again', forgetSpentAnswers),
  every('6 hours', 'remove sealed papers that no form was finished for', removeOrphans),
  every('1 hour', 'write to creators whose papers run out, and stop payouts on those that have', watchPapers),
  every('1 second', 'seal what was posted into the hash chain', sealLedger),
  every('5 seconds', 'seal what was written into the audit log', sealAuditLog),
  every('1 hour', 'sign the last seal of each day of the audit log', anchorAuditLog),
  every('1 hour', 'prove once a day that the audit log is as it was written', checkAuditLog),
  every('1 second', 'fold credits into the balances of their accounts', rollUpLedger),
  every('1 second', 'send the sandbox’s webhooks', deliverSandboxWebhooks),
  every('10 seconds', 'find out what became of open payments', settleStuckPayments),
  every('15 seconds', 'renew and end subscriptions', renewDue),
  every('1 minute', 'settle what gateways told and no job has worked on', settleWaitingObjects),
  every('1 minute', 'release earnings whose hold is over', releaseEarnings),
  every('1 hour', 'prove every balance from its entries', watchLedger),
  every('5 minutes', 'take up files whose processing was interrupted', resumeUnfinished),
  every('1 hour', 'remove files that nothing has held for a week', deleteUnheldFiles),
  every('6 hours', 'remove share pictures that are a week old', removeOldCards),
  every('6 hours', 'remove media that no row knows, and what decoders left', removeUnknownBytes),
  every('1 second', 'publish posts whose files are ready and whose time has come', (ctx) => publishDue(ctx)),
  every('1 second', 'add up counts', rollUpCounters),
  every('1 minute', 'rank the creators who may be found', rankPerformers),
  every('2 seconds', 'fill an empty demo installation with its cast, once', loadDemoWorld),
]
