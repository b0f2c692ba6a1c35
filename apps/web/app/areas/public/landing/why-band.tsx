import kiln from '../../../art/shelf.webp'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Fanlight } from '../../../ui/fanlight.tsx'

/** Three promises. */
export function WhyBand() {
  const t = useT()
  const { percent } = useFormats()
  const { creatorShare } = useSite()
  const shares = { share: percent(creatorShare), fee: percent(1 - creatorShare) }
  const big = 'font-display text-[2.5rem] leading-none font-heavy tracking-[-.04em]'
  const promises = [
    { key: 'share', sign: <Fanlight share={creatorShare} className="w-18" /> },
    { key: 'price', sign: <TokenIcon className="size-10!" /> },
    { key: 'leave', sign: <span className={big}>{t('landing.why.leave.big')}</span> },
  ] as const
  return (
    <section className="band" aria-labelledby="why">
      <div className="bandhead">
        <h2 id="why">{t('landing.why.title')}</h2>
      </div>
      <ul className="grid gap-5 md:grid-cols-3">
        {promises.map(({ key, sign }) => (
          <li key={key} className="rounded-lg bg-surface p-6.5 ring-1 ring-line">
            <div className="flex h-11 items-center">{sign}</div>
            <h3 className="mt-4 mb-1.5">{t(`landing.why.${key}.title`, shares)}</h3>
            <p className="text-ink-2">{t(`landing.why.${key}.text`, shares)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** For those who make things. */
export function StartBand() {
  const t = useT()
  return (
    <section className="band" aria-labelledby="start">
      <div className="start">
        <div className="relative z-1 max-w-[30rem]">
          <h2 id="start" className="text-3xl tracking-(--tracking-display)">
            {t('landing.start.title')}
          </h2>
          <p className="mt-3 text-base leading-6 text-ink-2">{t('landing.start.text')}</p>
          <ButtonLink to="/auth/register/creator" variant="ink" size="lg" className="mt-6">
            {t('landing.joinCreator')}
          </ButtonLink>
        </div>
        <div className="start-window" aria-hidden="true">
          <img src={kiln} alt="" width={640} height={400} loading="lazy" decoding="async" />
        </div>
      </div>
    </section>
  )
}
