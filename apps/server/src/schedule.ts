import { anchorAuditLog } from './modules/staff/audit/anchors.ts'
import { checkAuditLog } from './modules/staff/audit/verify.ts'
import { pruneOfferChanges } from './modules/money/charges/shown-terms.ts'
import { chainAuditLog } from './modules/staff/audit/chain-writer.ts'
import { carryOutClosings } from './modules/leaving/closing/close-accounts.ts'
import { expireOld } from './modules/people/age/age-check.ts'
import { deleteCaptchas } from './modules/site/captcha/passes.ts'
import { resumeBroadcasts } from './modules/talk/conversations/broadcasts/job-handlers.ts'
import { prunePublicMessages } from './modules/talk/conversations/public-chat/chatting.ts'
import { pruneLinkPreviews } from './modules/talk/conversations/link-previews.ts'
import { rollUpCounters } from './modules/content/counters/roll-up.ts'
import { expireArchives } from './modules/leaving/exports/archives.ts'
import { giveUpOld } from './modules/leaving/exports/build-archive.ts'
import { joinAwaited } from './modules/content/items/awaited-files.ts'
import { publishDue } from './modules/content/items/publishing.ts'
import { purgeTrash } from './modules/content/items/trash.ts'
import { archiveExpired } from './modules/content/items/withdrawing.ts'
import { pruneOldEmailChanges } from './modules/people/accounts/profile/email-change.ts'
import { removeDueFactors } from './modules/people/accounts/mfa/lost-factors.ts'
import { pruneLoginAttempts } from './modules/people/accounts/auth/login-attempts.ts'
import { rankPerformers } from './modules/people/performers/ranking.ts'
import { pruneOldChallenges } from './modules/people/accounts/mfa/passkey-store.ts'
import { deleteSpentAnswers } from './modules/people/accounts/oauth/store.ts'
import { watchLedger } from './modules/money/ledger/check.ts'
import { alarmOverdueCheck } from './modules/money/ledger/check-record.ts'
import { releaseEarnings, rollUpLedger, chainLedger } from './modules/money/ledger/upkeep.ts'
import { pruneOldMails } from './modules/site/mail/outbox.ts'
import { sendSummaries } from './modules/talk/notifications/summaries.ts'
import { prune as pruneNotifications } from './modules/talk/notifications/upkeep.ts'
import { settleDueOrders } from './modules/shop/orders/settling.ts'
import { settleStuckPayments } from './modules/money/payments/attempt.ts'
import { dropOldPurchases } from './modules/money/payments/carried.ts'
import { settleWaitingObjects } from './modules/money/payments/webhooks.ts'
import { resumeTransfers } from './modules/money/payouts/sending.ts'
import { renewDue } from './modules/money/subscriptions/renewal.ts'
import { endSuspensionsRunOut } from './modules/staff/moderation/actions.ts'
import { removeOldCards } from './modules/site/sharing/cards.ts'
import { deleteSearches } from './modules/content/search/keywords.ts'
import { refreshSearchTerms } from './modules/content/search/search-terms.ts'
import { hideOverdue } from './modules/staff/reports/hiding.ts'
import { closeAndDeleteCases } from './modules/staff/reports/upkeep.ts'
import { watchDocuments } from './modules/people/verifications/expiry.ts'
import { removeOrphans } from './modules/people/verifications/documents.ts'
import { deleteUnreferencedFiles } from './modules/media/vault/deletion.ts'
import { cleanUploads } from './modules/media/intake/uploads.ts'
import { removeKilledUploads, removeUnknownBytes, resumeUnfinished } from './modules/media/processing/processing.ts'
import { expireInvitations } from './modules/content/participants/inviting.ts'
import { endConsents, noteEndingConsents } from './modules/content/participants/withdrawal.ts'
import type { Config } from './platform/config.ts'
import { pruneOldRows } from './platform/jobs/prune.ts'
import { tidyRecordings } from './modules/live/recordings/tidying.ts'
import { followPolls } from './modules/live/polls/polling.ts'
import { pruneSchedule, remindOfStreams } from './modules/live/schedule/reminding.ts'
import { pruneReached } from './modules/live/engine/livekit/store.ts'
import { pruneOldLooks } from './modules/live/safety/looks.ts'
import { deleteOldStills, sampleStreams } from './modules/live/wall/stills.ts'
import { followRooms } from './modules/live/streams/streaming.ts'
import { settleAgain } from './modules/live/tickets/settling.ts'
import { demoOf } from './platform/demo.ts'
import { closeOldOrders } from './modules/talk/conversations/tip-menu/ordering.ts'
import { every, type ScheduledJob } from './platform/jobs/scheduled-jobs.ts'

// Everything that runs on a clock. A name is the key of the job's due time: a renamed job starts a new one.
const schedule: ScheduledJob[] = [
  every('10 minutes', 'prune-replies-events-and-tokens', pruneOldRows),
  every('10 minutes', 'prune-captchas', deleteCaptchas),
  every('1 hour', 'prune-link-previews', pruneLinkPreviews),
  every('10 minutes', 'prune-stream-messages', prunePublicMessages),
  every('1 hour', 'close-tip-orders', closeOldOrders),
  every('1 minute', 'remind-of-streams', remindOfStreams),
  every('6 hours', 'prune-scheduled-streams', pruneSchedule),
  every('10 minutes', 'prune-offer-changes', pruneOfferChanges),
  every('10 minutes', 'prune-login-attempts', pruneLoginAttempts),
  every('10 minutes', 'close-accounts', carryOutClosings),
  every('1 minute', 'end-suspensions', endSuspensionsRunOut),
  every('1 minute', 'remove-second-factors', removeDueFactors),
  every('10 minutes', 'expire-exports', expireArchives),
  every('1 hour', 'fail-stale-exports', giveUpOld),
  every('1 hour', 'purge-trash', purgeTrash),
  every('1 minute', 'hide-overdue-reports', hideOverdue),
  every('1 hour', 'close-reports', closeAndDeleteCases),
  every('1 hour', 'prune-emails', pruneOldMails),
  every('5 minutes', 'send-notification-summaries', sendSummaries),
  every('6 hours', 'prune-notifications', pruneNotifications),
  every('6 hours', 'prune-email-changes', pruneOldEmailChanges),
  every('10 minutes', 'prune-searches', deleteSearches),
  every('6 hours', 'prune-search-terms', refreshSearchTerms),
  every('10 minutes', 'prune-passkey-challenges', pruneOldChallenges),
  every('1 hour', 'expire-age-assurance', expireOld),
  every('1 hour', 'prune-sign-in-answers', deleteSpentAnswers),
  every('15 minutes', 'remove-unused-identity-documents', removeOrphans),
  every('1 hour', 'expire-identity-documents', watchDocuments),
  every('10 minutes', 'expire-consent-invitations', expireInvitations),
  every('10 minutes', 'end-consents', endConsents),
  every('1 hour', 'note-ending-consents', noteEndingConsents),
  every('1 second', 'chain-ledger', chainLedger),
  every('5 seconds', 'chain-audit-log', chainAuditLog),
  every('1 hour', 'sign-audit-log', anchorAuditLog),
  every('1 hour', 'check-audit-log', checkAuditLog),
  every('1 second', 'roll-up-ledger', rollUpLedger),
  every('10 seconds', 'settle-open-payments', settleStuckPayments),
  every('10 minutes', 'drop-unpaid-purchases', dropOldPurchases),
  every('15 seconds', 'renew-subscriptions', renewDue),
  every('1 minute', 'process-gateway-events', settleWaitingObjects),
  every('1 minute', 'settle-due-orders', settleDueOrders),
  every('1 minute', 'release-earnings', releaseEarnings),
  every('1 minute', 'resume-payouts', resumeTransfers),
  every('1 hour', 'check-ledger', (ctx) => watchLedger(ctx)),
  every('5 minutes', 'alarm-overdue-ledger-check', alarmOverdueCheck),
  every('5 minutes', 'resume-file-processing', resumeUnfinished),
  every('1 hour', 'delete-unreferenced-files', deleteUnreferencedFiles),
  every('6 hours', 'remove-share-images', removeOldCards),
  every('6 hours', 'remove-unknown-media', removeUnknownBytes),
  every('5 minutes', 'remove-killed-uploads', removeKilledUploads),
  every('10 minutes', 'clean-uploads', cleanUploads),
  every('1 second', 'publish-due-items', (ctx) => publishDue(ctx)),
  every('1 second', 'join-awaited-files', joinAwaited),
  every('1 second', 'archive-expired-items', archiveExpired),
  every('5 seconds', 'resume-broadcasts', resumeBroadcasts),
  every('1 second', 'follow-live-rooms', followRooms),
  every('10 seconds', 'sample-live-streams', sampleStreams),
  every('1 minute', 'delete-live-stills', deleteOldStills),
  every('1 hour', 'prune-live-looks', pruneOldLooks),
  every('1 hour', 'prune-live-reached', pruneReached),
  every('10 minutes', 'settle-tickets-again', settleAgain),
  every('1 minute', 'tidy-recordings', tidyRecordings),
  every('1 second', 'follow-stream-polls', followPolls),
  every('1 second', 'roll-up-counters', rollUpCounters),
  every('1 minute', 'rank-performers', rankPerformers),
]

/** With what a demo runs besides. */
export const scheduleOf = (config: Pick<Config, 'mode'>): ScheduledJob[] => [
  ...schedule,
  ...(demoOf({ config })?.schedule ?? []),
]
