import { type Letter, type LetterValues, secretMark } from './letter.ts'

// Letters of an account's life: moving to another address, leaving, taking one's things along.

export type AccountLetterKind =
  | 'email_change_asked'
  | 'email_change_confirm'
  | 'email_change_taken'
  | 'email_changed'
  | 'closing_started'
  | 'closing_soon'
  | 'closing_taken_back'
  | 'account_closed'
  | 'creator_closing'
  | 'export_ready'
  | 'export_failed'

type Texts = Record<AccountLetterKind, (v: LetterValues) => Letter>

const confirmPath = `/auth/email?token=${secretMark}`
const refusePath = `/auth/email?not-me=${secretMark}`
const privacyPath = '/user/privacy'

const english: Texts = {
  email_change_asked: ({ name, site, email = '' }) => ({
    subject: 'Please confirm your new e-mail address',
    paragraphs: [
      `Hello ${name},`,
      `somebody signed in to your ${site} account wants it to use another e-mail address from now on: ${email}`,
      'It changes once this address and the new one have both confirmed.',
    ],
    button: { label: 'Yes, change it', path: confirmPath },
    second: { label: 'This wasn’t me', path: refusePath },
    after: [
      'Both links work once, for 30 minutes. “This wasn’t me” stops the change, signs out every device and lets you choose a new password.',
    ],
  }),
  email_change_confirm: ({ site }) => ({
    subject: 'Please confirm this address',
    paragraphs: [
      'Hello,',
      `somebody wants to use this address for their ${site} account. If that’s you, please confirm that it is yours.`,
    ],
    button: { label: 'Confirm address', path: confirmPath },
    after: ['The link works once, for 30 minutes. If you know nothing of this, you can ignore this mail.'],
  }),
  email_change_taken: ({ name, site }) => ({
    subject: 'This address already has an account',
    paragraphs: [
      `Hello ${name},`,
      `somebody, perhaps you, wanted to use this address for another ${site} account. You already have an account with it, so nothing was changed.`,
    ],
    after: [
      'To use it for the other account, move this one to another address first. If this wasn’t you, there is nothing to do.',
    ],
  }),
  email_changed: ({ name, site, email = '' }) => ({
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `Hello ${name},`,
      `your ${site} account uses this address from now on: ${email}`,
      'Other devices were signed out.',
    ],
    button: { label: 'This wasn’t me', path: '/contact' },
  }),
  closing_started: ({ name, site, on = '' }) => ({
    subject: `Your account closes on ${on}`,
    paragraphs: [
      `Hello ${name},`,
      `as you asked, your ${site} account is hidden now and will be closed on ${on}. Your subscriptions won’t renew.`,
      'Until then you can sign in to change your mind or to take your data along. Afterwards nobody can bring the account back.',
    ],
    button: { label: 'Keep my account', path: privacyPath },
    after: ['Wasn’t this you? Keep the account with the button, then change your password.'],
  }),
  closing_soon: ({ name, site, on = '' }) => ({
    subject: 'Three days left to keep your account',
    paragraphs: [
      `Hello ${name},`,
      `your ${site} account will be closed on ${on}. What you bought, your tokens and your messages go with it.`,
    ],
    button: { label: 'Keep my account', path: privacyPath },
    after: ['If you still want to leave, there is nothing to do.'],
  }),
  closing_taken_back: ({ name, site }) => ({
    subject: 'Your account stays open',
    paragraphs: [
      `Hello ${name},`,
      `good to have you back. Your ${site} account is open again, with everything that was in it.`,
      'Subscriptions that were cancelled stay cancelled: nothing is charged before you say so.',
    ],
    button: { label: 'Open your account', path: '/user/account' },
  }),
  account_closed: ({ name, site, reference = '' }) => ({
    subject: 'Your account is closed',
    paragraphs: [
      `Hello ${name},`,
      `your ${site} account is closed, and your name, address, pictures and sign-ins are erased. Your username is given to nobody else.`,
      'Payments stay in our books, as the law asks, without your name.',
      `Tokens or earnings that were left are still yours. To have them paid out, answer this mail and quote: ${reference}`,
    ],
  }),
  creator_closing: ({ name, site, creator = '', on = '' }) => ({
    subject: `${creator} is leaving`,
    paragraphs: [
      `Hello ${name},`,
      `${creator}, whom you subscribe to on ${site}, is closing their account on ${on}. Their posts are hidden from now on, and your subscription won’t renew.`,
      'What you bought one by one stays in your library. If you paid for time that you lose, answer this mail: we give it back.',
    ],
    button: { label: 'See your subscriptions', path: '/user/subscriptions' },
  }),
  export_ready: ({ name, site, on = '' }) => ({
    subject: 'Your data is ready',
    paragraphs: [
      `Hello ${name},`,
      `the archive of your ${site} data that you asked for is ready. It is there until ${on}; sign in to fetch it.`,
    ],
    button: { label: 'Get the archive', path: privacyPath },
    after: ['Keep it somewhere safe: it holds everything we know about you.'],
  }),
  export_failed: ({ name, site }) => ({
    subject: 'Your data could not be packed',
    paragraphs: [
      `Hello ${name},`,
      `something went wrong while we packed your ${site} data. It is our fault and we are told. Please ask for it again.`,
    ],
    button: { label: 'Try again', path: privacyPath },
  }),
}

const japanese: Texts = {
  email_change_asked: ({ name, site, email = '' }) => ({
    subject: '新しいメールアドレスの確認',
    paragraphs: [
      `${name} さん`,
      `${site} のアカウントのメールアドレスを、次のアドレスに変更する手続きがありました。${email}`,
      'このアドレスと新しいアドレスの両方で確認が済むと、変更されます。',
    ],
    button: { label: '変更を承認する', path: confirmPath },
    second: { label: '心当たりがない場合', path: refusePath },
    after: [
      'どちらのリンクも30分間、一度だけ有効です。「心当たりがない場合」を押すと変更を中止し、すべての端末からログアウトして、新しいパスワードを設定できます。',
    ],
  }),
  email_change_confirm: ({ site }) => ({
    subject: 'メールアドレスの確認をお願いします',
    paragraphs: [
      'こんにちは。',
      `このメールアドレスを ${site} のアカウントで使う手続きがありました。ご本人の場合は、アドレスをご確認ください。`,
    ],
    button: { label: 'メールアドレスを確認する', path: confirmPath },
    after: ['リンクは30分間、一度だけ有効です。お心当たりがない場合は、このメールを無視してください。'],
  }),
  email_change_taken: ({ name, site }) => ({
    subject: 'このメールアドレスは登録済みです',
    paragraphs: [
      `${name} さん`,
      `このメールアドレスを、${site} の別のアカウントで使う手続きがありました。すでにこのアドレスでアカウントをお持ちのため、何も変更されていません。`,
    ],
    after: [
      '別のアカウントで使うには、先にこちらのアカウントのアドレスを変更してください。お心当たりがない場合、お手続きは不要です。',
    ],
  }),
  email_changed: ({ name, site, email = '' }) => ({
    subject: 'メールアドレスが変更されました',
    paragraphs: [
      `${name} さん`,
      `${site} のアカウントのメールアドレスは、次のアドレスになりました。${email}`,
      'ほかの端末からはログアウトしました。',
    ],
    button: { label: '心当たりがない場合', path: '/contact' },
  }),
  closing_started: ({ name, site, on = '' }) => ({
    subject: `${on}にアカウントを閉じます`,
    paragraphs: [
      `${name} さん`,
      `お申し込みのとおり、${site} のアカウントは非公開になりました。${on}に閉鎖されます。メンバーシップは更新されません。`,
      'それまではログインして、取り消しやデータの書き出しができます。閉鎖後は元に戻せません。',
    ],
    button: { label: 'アカウントを残す', path: privacyPath },
    after: ['お心当たりがない場合は、ボタンからアカウントを残し、パスワードを変更してください。'],
  }),
  closing_soon: ({ name, site, on = '' }) => ({
    subject: 'アカウントの閉鎖まであと3日です',
    paragraphs: [
      `${name} さん`,
      `${site} のアカウントは${on}に閉鎖されます。購入したもの、トークン、メッセージも失われます。`,
    ],
    button: { label: 'アカウントを残す', path: privacyPath },
    after: ['このまま退会される場合、お手続きは不要です。'],
  }),
  closing_taken_back: ({ name, site }) => ({
    subject: 'アカウントはそのまま使えます',
    paragraphs: [
      `${name} さん`,
      `お帰りなさい。${site} のアカウントは元どおり使えます。`,
      '解約されたメンバーシップはそのままです。ご自身で申し込むまで、料金はかかりません。',
    ],
    button: { label: 'アカウントを開く', path: '/user/account' },
  }),
  account_closed: ({ name, site, reference = '' }) => ({
    subject: 'アカウントを閉鎖しました',
    paragraphs: [
      `${name} さん`,
      `${site} のアカウントを閉鎖し、お名前、メールアドレス、画像、ログイン情報を消去しました。ユーザー名をほかの方が使うことはありません。`,
      'お支払いの記録は、法律に従い、お名前のない形で帳簿に残ります。',
      `残っているトークンや収益は、引き続きお客様のものです。お支払いをご希望の場合は、次の番号を添えてこのメールにご返信ください。${reference}`,
    ],
  }),
  creator_closing: ({ name, site, creator = '', on = '' }) => ({
    subject: `${creator} さんが退会します`,
    paragraphs: [
      `${name} さん`,
      `${site} でご登録中の ${creator} さんが、${on}にアカウントを閉鎖します。投稿は本日から非公開になり、メンバーシップは更新されません。`,
      '個別に購入したものは、ライブラリに残ります。お支払い済みの期間が失われる場合は、このメールにご返信ください。返金いたします。',
    ],
    button: { label: 'メンバーシップを見る', path: '/user/subscriptions' },
  }),
  export_ready: ({ name, site, on = '' }) => ({
    subject: 'データの準備ができました',
    paragraphs: [
      `${name} さん`,
      `ご依頼いただいた ${site} のデータの準備ができました。${on}まで、ログインして受け取れます。`,
    ],
    button: { label: 'データを受け取る', path: privacyPath },
    after: ['お客様についてのすべての情報が入っています。安全な場所に保管してください。'],
  }),
  export_failed: ({ name, site }) => ({
    subject: 'データを準備できませんでした',
    paragraphs: [
      `${name} さん`,
      `${site} のデータの準備中に問題が起きました。私たちの不具合で、すでに把握しています。お手数ですが、もう一度お申し込みください。`,
    ],
    button: { label: 'もう一度申し込む', path: privacyPath },
  }),
}

export const accountLetters: Record<'en' | 'ja', Texts> = { en: english, ja: japanese }
