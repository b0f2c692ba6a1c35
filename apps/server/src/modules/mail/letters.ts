import { mailedLinkMinutes } from '@fanlight/contract/mailed-links'
import { nearestLocale } from '@fanlight/contract/locales'
import { type Translator, translator } from '@fanlight/contract/translator'
import { type Letter, type LetterValues, secretMark } from './letter.ts'
import ar from './words/ar.json' with { type: 'json' }
import english from './words/en-US.json' with { type: 'json' }
import japanese from './words/ja-JP.json' with { type: 'json' }
import korean from './words/ko-KR.json' with { type: 'json' }
import chinese from './words/zh-TW.json' with { type: 'json' }

// What our mails say stands in words/<locale>.json: plain words, one thing to do, and who to answer. An empty line in `text` begins a
// paragraph. A new kind of mail is a line here and its words in each language.

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
  email_change_asked: { button: `/auth/email?token=${secretMark}`, second: `/auth/email?not-me=${secretMark}` },
  email_change_confirm: { button: `/auth/email?token=${secretMark}` },
  email_change_taken: {},
  email_changed: { button: '/contact' },
  account_suspended: { button: '/contact' },
  account_reinstated: { button: '/auth/login' },
  reinstated_while_closing: { button: privacy },
  signed_out_by_staff: { button: '/auth/login' },
  second_factor_removal_asked: { button: `/auth/second-factor/keep?token=${secretMark}` },
  second_factor_removed: { button: security },
  closing_started: { button: privacy },
  closing_soon: { button: privacy },
  closing_taken_back: { button: '/user/account' },
  account_closed: {},
  export_ready: { button: privacy },
  export_failed: { button: privacy },
  creator_closing: { button: '/user/subscriptions' },
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
  verification_rejected: { button: '/creator/verification' },
  verification_more_info: { button: '/creator/verification' },
  verification_revoked: { button: '/creator/verification' },
  verification_expiring: { button: '/creator/verification' },
  verification_papers_expired: { button: '/creator/verification' },
  payout_details_changed: { button: '/creator/banking' },
  contact_message: {},
} as const satisfies Record<string, Paths>

export type LetterKind = keyof typeof paths
export const letterKinds = Object.keys(paths) as LetterKind[]

export const letterWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'en-US': english,
  'ja-JP': japanese,
  'zh-TW': chinese,
  'ko-KR': korean,
  ar,
}
const written = Object.keys(letterWords)
const speakers = new Map<string, Translator>()

/** The language a mail is written in when this one is wished for. */
export const letterLocale = (wish: string): string => nearestLocale(wish, written) ?? 'en-US'

function speaker(locale: string): Translator {
  let found = speakers.get(locale)
  if (!found) {
    found = translator(locale, [letterWords[locale] ?? {}, english])
    speakers.set(locale, found)
  }
  return found
}

/** `own` are words of this site that stand for shipped ones, by key. */
export function letter(
  kind: LetterKind,
  wish: string,
  { items = [], ...given }: LetterValues,
  own?: Readonly<Record<string, string>>,
): Letter {
  const locale = letterLocale(wish)
  const say = own ? translator(locale, [own, letterWords[locale] ?? {}, english]) : speaker(locale)
  const values = {
    reason: '',
    message: '',
    email: '',
    on: '',
    creator: '',
    device: '',
    reference: '',
    ending: '',
    minutes: mailedLinkMinutes,
    ...given,
    items: list(items),
  }
  const { button, second }: Paths = paths[kind]
  // What somebody wrote is put in after the text is taken apart: their empty lines make no paragraphs of ours.
  const paragraphs = (key: string) =>
    say(key)
      .split('\n\n')
      .map((text) => say.fill(text, values))
  return {
    subject: say(`${kind}.subject`, values),
    paragraphs: paragraphs(`${kind}.text`),
    ...(button && { button: { label: say(`${kind}.button`, values), path: button } }),
    ...(second && { second: { label: say(`${kind}.second`, values), path: second } }),
    ...(say.has(`${kind}.after`) && { after: paragraphs(`${kind}.after`) }),
  }
}

const list = (items: readonly string[]): string => items.map((item) => `• ${item}`).join('\n')
