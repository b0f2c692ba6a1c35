import { mailedLinkMinutes } from '@fanlight/contract/emailed-links'
import { nearestLocale } from '@fanlight/contract/locales'
import { type Translator, translator } from '@fanlight/contract/translator'
import { type EmailTemplate, type EmailValues, secretMark } from './email.ts'
import ar from './locales/ar.json' with { type: 'json' }
import english from './locales/en-US.json' with { type: 'json' }
import japanese from './locales/ja-JP.json' with { type: 'json' }
import korean from './locales/ko-KR.json' with { type: 'json' }
import chinese from './locales/zh-TW.json' with { type: 'json' }

// The texts of our emails are in locales/<locale>.json: plain language, one action, whom to reply to. An empty line in `text` starts a
// paragraph. A new kind of email needs an entry here and its text in each language.

interface Paths {
  /** Where the button leads, below our address. */
  button?: string
  second?: string
}
const privacy = '/user/privacy'
const security = '/user/security'
const paths = {
  verify_email: { button: `/auth/verify?token=${secretMark}` },
  already_registered: { button: '/auth/login' },
  reset_password: { button: `/auth/reset?token=${secretMark}` },
  confirm_code: {},
  password_changed: { button: '/auth/forgot' },
  email_change_requested: { button: `/auth/email?token=${secretMark}`, second: `/auth/email?not-me=${secretMark}` },
  email_change_confirm: { button: `/auth/email?token=${secretMark}` },
  email_change_taken: {},
  email_changed: { button: '/contact' },
  account_suspended: { button: '/contact' },
  account_reinstated: { button: '/auth/login' },
  reinstated_while_closing: { button: privacy },
  signed_out_by_staff: { button: '/auth/login' },
  second_factor_removal_requested: { button: `/auth/second-factor/keep?token=${secretMark}` },
  second_factor_removed: { button: security },
  closing_started: { button: privacy },
  closing_soon: { button: privacy },
  closing_taken_back: { button: '/user/account' },
  account_closed: {},
  export_ready: { button: privacy },
  export_failed: { button: privacy },
  creator_closing: { button: '/user/subscriptions' },
  subscription_ended: { button: '/user/wallet' },
  subscription_ended_by_country: { button: '/user/wallet' },
  unpaid_subscription_ended_by_country: { button: '/user/subscriptions' },
  renewal_stopped: { button: '/user/subscriptions' },
  countries_blocked: { button: '/creator/earnings' },
  creator_paused: { button: '/user/subscriptions' },
  creator_back: { button: '/user/subscriptions' },
  unused_returned: { button: '/creator/earnings' },
  subscriptions_ended: { button: '/creator/earnings' },
  new_device: { button: security },
  authenticator_added: { button: security },
  authenticator_removed: { button: security },
  sign_in_added: { button: security },
  passkey_added: { button: security },
  passkey_removed: { button: security },
  passkey_copied: { button: security },
  recovery_codes_made: { button: security },
  recovery_code_used: { button: security },
  verification_received: { button: '/creator/verification' },
  verification_approved: { button: '/creator' },
  verification_reopened: { button: '/creator/verification' },
  verification_rejected: { button: '/creator/verification' },
  verification_more_info: { button: '/creator/verification' },
  verification_revoked: { button: '/creator/verification' },
  verification_expiring: { button: '/creator/verification' },
  verification_documents_expired: { button: '/creator/verification' },
  receipt_purchase: { button: '/user/transactions' },
  receipt_top_up: { button: '/user/transactions' },
  receipt_refund: { button: '/user/transactions' },
  order_placed: { button: '/creator/orders' },
  order_confirmed: { button: '/user/orders' },
  order_shipped: { button: '/user/orders' },
  order_cancelled_for_buyer: { button: '/user/orders' },
  order_cancelled_for_seller: { button: '/creator/orders' },
  order_refunded: { button: '/user/orders' },
  order_problem: { button: '/creator/orders' },
  order_answered: { button: '/user/orders' },
  order_escalated: { button: '/user/orders' },
  order_decided: { button: '/user/orders' },
  order_problem_refunded: { button: '/creator/orders' },
  order_disputed: { button: '/creator/orders' },
  order_dispute_won: { button: '/creator/orders' },
  order_dispute_lost: { button: '/creator/orders' },
  consent_invited: { button: `/consent/${secretMark}` },
  consent_requested: { button: '/creator/participants' },
  consent_signed: { button: `/consent/${secretMark}` },
  consent_verified: { button: '/creator/participants' },
  consent_rejected: { button: '/creator/participants' },
  consent_ending: { button: '/creator/participants' },
  consent_withdrawn: { button: '/creator/participants' },
  item_refunded: { button: '/user/transactions' },
  ticket_refunded: { button: '/user/transactions' },
  pledge_refunded: { button: '/user/transactions' },
  report_decided: { button: `/appeal?token=${secretMark}` },
  report_hidden: {},
  report_outcome: {},
  appeal_decided: {},
  notification: { button: '/notifications' },
  notification_summary: { button: '/notifications' },
  payout_details_changed: { button: '/creator/banking' },
  payout_details_saved: { button: '/creator/banking' },
  contact_message: {},
} as const satisfies Record<string, Paths>

export type EmailKind = keyof typeof paths
export const emailKinds = Object.keys(paths) as EmailKind[]

export const emailTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'en-US': english,
  'ja-JP': japanese,
  'zh-TW': chinese,
  'ko-KR': korean,
  ar,
}
const written = Object.keys(emailTexts)
const speakers = new Map<string, Translator>()

/** The language an email is written in when this locale is requested. */
export const emailLocale = (requestedLocale: string): string => nearestLocale(requestedLocale, written) ?? 'en-US'

/** Texts that are parts of emails, in the language that an email is written in. */
export const emailText = (requestedLocale: string): Translator => speaker(emailLocale(requestedLocale))

function speaker(locale: string): Translator {
  let found = speakers.get(locale)
  if (!found) {
    found = translator(locale, [emailTexts[locale] ?? {}, english])
    speakers.set(locale, found)
  }
  return found
}

/** `own` contains this site's texts that override shipped ones, by key. */
export function emailTemplate(
  kind: EmailKind,
  requestedLocale: string,
  { items = [], lines = [], path, ...given }: EmailValues,
  own?: Readonly<Record<string, string>>,
): EmailTemplate {
  const locale = emailLocale(requestedLocale)
  const translate = own ? translator(locale, [own, emailTexts[locale] ?? {}, english]) : speaker(locale)
  const values = {
    reason: '',
    message: '',
    email: '',
    on: '',
    creator: '',
    device: '',
    reference: '',
    ending: '',
    fan: '',
    amount: '',
    minutes: mailedLinkMinutes,
    ...given,
    items: list(items),
    lines: lines.join('\n'),
  }
  const { button, second }: Paths = paths[kind]
  // Text from users is inserted after the template is split into paragraphs: empty lines in it do not create paragraphs of the email.
  const paragraphs = (key: string) =>
    translate(key)
      .split('\n\n')
      .map((text) => translate.fill(text, values))
      .filter((text) => text !== '')
  return {
    subject: translate(`${kind}.subject`, values),
    paragraphs: paragraphs(`${kind}.text`),
    ...(button && { button: { label: translate(`${kind}.button`, values), path: path ?? button } }),
    ...(second && { second: { label: translate(`${kind}.second`, values), path: second } }),
    ...(translate.has(`${kind}.after`) && { after: paragraphs(`${kind}.after`) }),
  }
}

const list = (items: readonly string[]): string => items.map((item) => `• ${item}`).join('\n')
