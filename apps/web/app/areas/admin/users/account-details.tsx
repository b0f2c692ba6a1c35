import { Eye } from 'lucide-react'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { PublishedEvent, Section } from './section.tsx'
import type { StaffAccount } from './user.tsx'

type Personal = Reply<'POST /admin/accounts/:id/personal-data'>['data']

/** What there is of an account. E-mail and postal addresses only after a press, which is written down. */
export function AccountDetails({ account }: { account: StaffAccount }) {
  const t = useT()
  const { date, number, region } = useFormats()
  const { signIn, verification } = account
  const ways = [
    signIn.hasPassword && t('people.signIn.password'),
    ...signIn.providers.map((name) => ({ google: 'Google', twitter: 'X (Twitter)' })[name] ?? name),
    signIn.authenticator && t('people.signIn.authenticator'),
    signIn.passkeys > 0 && t('people.signIn.passkeys', { count: number(signIn.passkeys) }),
    signIn.recoveryCodesLeft > 0 && t('people.signIn.codes', { count: number(signIn.recoveryCodesLeft) }),
  ].filter((entry) => typeof entry === 'string')
  return (
    <>
      <Section title={t('people.section.account')}>
        <PersonalData account={account} />
        <dl className="border-t border-line">
          <PublishedEvent name={t('people.column.country')}>
            {account.country ? region(account.country) : '–'}
          </PublishedEvent>
          <PublishedEvent name={t('people.column.since')}>{date(account.createdAt)}</PublishedEvent>
          {account.closesAt ? (
            <PublishedEvent name={t('people.detail.closes')}>{date(account.closesAt)}</PublishedEvent>
          ) : null}
          {account.formerUsernames.length > 0 ? (
            <PublishedEvent name={t('people.detail.before')}>
              <bdi>{account.formerUsernames.map((username) => `@${username}`).join(' ')}</bdi>
            </PublishedEvent>
          ) : null}
          {account.role === 'admin' ? (
            <PublishedEvent name={t('people.detail.permissions')}>
              {account.permissions
                .map((permission) => t.maybe(`people.permission.${permission}`) ?? permission)
                .join(dot) || '–'}
            </PublishedEvent>
          ) : null}
          <PublishedEvent name={t('people.detail.id')}>
            <bdi className="num text-xs">{account._id}</bdi>
          </PublishedEvent>
        </dl>
      </Section>
      <Section title={t('people.section.signIn')}>
        {ways.length > 0 ? (
          <ul className="mt-2 flex flex-wrap gap-2">
            {ways.map((way) => (
              <li key={way}>
                <Badge>{way}</Badge>
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-2 text-xs text-ink-3">{t('people.signIn.none')}</p>
        )}
      </Section>
      {account.role === 'performer' ? (
        <Section title={t('people.section.verification')}>
          {verification ? (
            <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
              <Badge>{t.maybe(`review.status.${account.verificationStatus ?? verification.status}`)}</Badge>
              <LocalTime at={verification.changedAt} className="num text-xs text-ink-3" />
              {account.can.requestDocuments || account.can.revokeVerification ? (
                <Link to={`/admin/creators?status=all&open=${verification._id}`} className="link">
                  {t('people.verification.open')}
                </Link>
              ) : null}
              {verification.reason ? (
                <p className="basis-full text-match text-ink-2" dir="auto">
                  {verification.reason}
                </p>
              ) : null}
            </div>
          ) : (
            <p className="mt-2 text-xs text-ink-3">{t('people.verification.none')}</p>
          )}
        </Section>
      ) : null}
    </>
  )
}

function PersonalData({ account }: { account: StaffAccount }) {
  const t = useT()
  const { number, region } = useFormats()
  const { revalidate } = useRevalidator()
  const [shown, setShown] = useState<Personal | null>(null)
  const { attempt, working } = useMutation({ toasts: true })
  const show = () =>
    attempt(account._id, async (change) => {
      setShown((await change('POST /admin/accounts/:id/personal-data', { params: { id: account._id } })).data)
      await revalidate()
    })
  const email = shown ? shown.email : account.maskedEmail
  return (
    <>
      <dl className="mt-1">
        <PublishedEvent name={t('people.detail.email')}>
          {email ? <bdi>{email}</bdi> : '–'}
          {email ? (
            <span className="text-xs text-ink-3">
              {dot}
              {t(account.emailVerified ? 'people.confirmed' : 'people.unconfirmed')}
            </span>
          ) : null}
        </PublishedEvent>
        <PublishedEvent name={t('people.detail.addresses')}>
          {shown?.addresses.length
            ? shown.addresses.map((otherAddress, at) => (
                <address key={at} className="mb-1 text-match not-italic" dir="auto">
                  {[otherAddress.name, ...otherAddress.lines, region(otherAddress.country), otherAddress.phone]
                    .filter(Boolean)
                    .join(', ')}
                </address>
              ))
            : number(account.addresses)}
        </PublishedEvent>
      </dl>
      {shown || (account.maskedEmail === null && account.addresses === 0) ? null : (
        <div className="flex flex-wrap items-center gap-3 border-t border-line py-2">
          <Button size="sm" onClick={() => void show()} busy={working ? t('people.working') : undefined}>
            <Eye aria-hidden="true" />
            {t('people.show')}
          </Button>
          <p className="text-xs text-ink-3">{t('people.showHint')}</p>
        </div>
      )}
    </>
  )
}
