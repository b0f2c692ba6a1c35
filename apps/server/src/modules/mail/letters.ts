import { type AccountLetterKind, accountLetters } from './account-letters.ts'
import { type Letter, type LetterValues, secretMark } from './letter.ts'

// What our mails say, in each language we write in. Plain words, one thing to do, and who to answer.

export type LetterKind =
  | 'verify_email'
  | 'already_registered'
  | 'reset_password'
  | 'password_changed'
  | 'verification_received'
  | 'verification_approved'
  | 'verification_rejected'
  | 'verification_more_info'
  | 'contact_message'
  | AccountLetterKind

type Texts = Record<LetterKind, (v: LetterValues) => Letter>

const english: Texts = {
  ...accountLetters.en,
  verify_email: ({ name, site }) => ({
    subject: `Please confirm your e-mail address`,
    paragraphs: [`Hello ${name},`, `welcome to ${site}. Please confirm that this address is yours.`],
    button: { label: 'Confirm address', path: `/auth/verify?token=${secretMark}` },
    after: ['The link works once, for 30 minutes. If you didn’t sign up, you can ignore this mail.'],
  }),
  already_registered: ({ name, site }) => ({
    subject: `You already have an account`,
    paragraphs: [
      `Hello ${name},`,
      `somebody, probably you, tried to sign up at ${site} with this address. You already have an account, so nothing was changed.`,
    ],
    button: { label: 'Sign in', path: '/auth/login' },
    after: [
      'Forgotten the password? Choose “Forgot password” on that page. If this wasn’t you, there is nothing to do.',
    ],
  }),
  reset_password: ({ name, site }) => ({
    subject: 'Choose a new password',
    paragraphs: [`Hello ${name},`, `here is the link to choose a new password for ${site}.`],
    button: { label: 'Choose a new password', path: `/auth/reset?token=${secretMark}` },
    after: ['The link works once, for 30 minutes. If you didn’t ask for it, your password stays as it is.'],
  }),
  password_changed: ({ name, site }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `Hello ${name},`,
      `the password of your ${site} account was changed just now, and other devices were signed out.`,
    ],
    button: { label: 'This wasn’t me', path: '/auth/forgot' },
  }),
  verification_received: ({ name, site }) => ({
    subject: 'We have your documents',
    paragraphs: [
      `Hello ${name},`,
      `thank you for joining ${site} as a creator. Your documents have arrived safely; they are stored encrypted, and only our review team can open them.`,
      'We’ll write to you as soon as the review is done.',
    ],
    button: { label: 'See where it stands', path: '/creator/verification' },
  }),
  verification_approved: ({ name, site }) => ({
    subject: 'You’re approved',
    paragraphs: [
      `Hello ${name},`,
      `good news: you’re verified on ${site}. You can publish, go live and earn from now on.`,
    ],
    button: { label: 'Open your studio', path: '/creator' },
  }),
  verification_rejected: ({ name, reason = '' }) => ({
    subject: 'About your verification',
    paragraphs: [
      `Hello ${name},`,
      'we looked at your documents and can’t approve them as they are. The reason:',
      reason,
    ],
    button: { label: 'Send new documents', path: '/creator/verification' },
    after: ['If you think we got something wrong, please answer this mail.'],
  }),
  verification_more_info: ({ name, items = [] }) => ({
    subject: 'We need a little more from you',
    paragraphs: [
      `Hello ${name},`,
      'your verification is nearly there. Please look at these points:',
      ...items.map((item) => `• ${item}`),
    ],
    button: { label: 'Complete your verification', path: '/creator/verification' },
  }),
  contact_message: ({ name, email = '', message = '', site }) => ({
    subject: `${name} writes to ${site}`,
    paragraphs: [`From the contact form, by ${name} (${email}):`, message],
    after: ['Answering this mail answers them. The address is as they typed it; nobody has confirmed it.'],
  }),
}

const japanese: Texts = {
  ...accountLetters.ja,
  verify_email: ({ name, site }) => ({
    subject: 'メールアドレスの確認をお願いします',
    paragraphs: [`${name} さん`, `${site} へようこそ。このメールアドレスがご本人のものであることをご確認ください。`],
    button: { label: 'メールアドレスを確認する', path: `/auth/verify?token=${secretMark}` },
    after: ['リンクは30分間、一度だけ有効です。お心当たりがない場合は、このメールを無視してください。'],
  }),
  already_registered: ({ name, site }) => ({
    subject: 'すでにアカウントをお持ちです',
    paragraphs: [
      `${name} さん`,
      `このメールアドレスで ${site} への新規登録がありました。すでにアカウントをお持ちのため、何も変更されていません。`,
    ],
    button: { label: 'ログイン', path: '/auth/login' },
    after: [
      'パスワードをお忘れの場合は、ログイン画面の「パスワードを忘れた方」からお進みください。お心当たりがない場合、お手続きは不要です。',
    ],
  }),
  reset_password: ({ name, site }) => ({
    subject: '新しいパスワードの設定',
    paragraphs: [`${name} さん`, `${site} の新しいパスワードを設定するためのリンクです。`],
    button: { label: '新しいパスワードを設定する', path: `/auth/reset?token=${secretMark}` },
    after: ['リンクは30分間、一度だけ有効です。お心当たりがない場合、パスワードは変更されません。'],
  }),
  password_changed: ({ name, site }) => ({
    subject: 'パスワードが変更されました',
    paragraphs: [`${name} さん`, `${site} のパスワードが変更され、ほかの端末からログアウトしました。`],
    button: { label: '心当たりがない場合', path: '/auth/forgot' },
  }),
  verification_received: ({ name, site }) => ({
    subject: '書類を受け取りました',
    paragraphs: [
      `${name} さん`,
      `クリエイターとして ${site} にご登録いただき、ありがとうございます。書類は暗号化して保管され、審査担当者だけが閲覧できます。`,
      '審査が終わりましたら、すぐにご連絡いたします。',
    ],
    button: { label: '審査状況を見る', path: '/creator/verification' },
  }),
  verification_approved: ({ name, site }) => ({
    subject: '承認されました',
    paragraphs: [
      `${name} さん`,
      `おめでとうございます。${site} での本人確認が完了しました。投稿、ライブ配信、販売を始められます。`,
    ],
    button: { label: 'スタジオを開く', path: '/creator' },
  }),
  verification_rejected: ({ name, reason = '' }) => ({
    subject: '本人確認について',
    paragraphs: [
      `${name} さん`,
      '書類を確認しましたが、このままでは承認できませんでした。理由は次のとおりです。',
      reason,
    ],
    button: { label: '書類を送り直す', path: '/creator/verification' },
    after: ['判断に誤りがあると思われる場合は、このメールにご返信ください。'],
  }),
  verification_more_info: ({ name, items = [] }) => ({
    subject: '追加のご確認をお願いします',
    paragraphs: [
      `${name} さん`,
      '本人確認はあと少しで完了です。次の点をご確認ください。',
      ...items.map((item) => `・${item}`),
    ],
    button: { label: '本人確認を続ける', path: '/creator/verification' },
  }),
  contact_message: ({ name, email = '', message = '', site }) => ({
    subject: `${site} へのお問い合わせ（${name} さん）`,
    paragraphs: [`${name} さん（${email}）から、お問い合わせフォームで次のメッセージが届きました。`, message],
    after: ['このメールに返信すると、ご本人に届きます。アドレスは入力されたままのもので、確認は済んでいません。'],
  }),
}

const languages: Record<string, Texts> = { en: english, ja: japanese }

export const letter = (kind: LetterKind, locale: string, values: LetterValues): Letter =>
  (languages[locale.slice(0, 2).toLowerCase()] ?? english)[kind](values)
