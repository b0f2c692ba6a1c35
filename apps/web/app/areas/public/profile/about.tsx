import { useFormats, useT } from '../../../i18n/context.tsx'
import type { Profile } from './length.ts'

/** A creator in their own words, and what they say of themselves. */
export function About({ profile }: { profile: Profile }) {
  const t = useT()
  const { language, region } = useFormats()
  const country = profile.country ? region(profile.country) : ''
  const facts = [
    [t('profile.about.place'), [profile.city, country].filter(Boolean).join(', ')],
    [t('profile.about.languages'), profile.languages.map(language).join(', ')],
    [t('profile.about.gender'), profile.gender ? (t.maybe(`profile.gender.${profile.gender}`) ?? profile.gender) : ''],
    [t('profile.about.categories'), profile.categories.join(', ')],
  ].filter(([, value]) => value)
  return (
    <div className="grid max-w-[38em] gap-5">
      <p dir="auto" className="text-base leading-relaxed whitespace-pre-line text-ink-2">
        {profile.bio || t('profile.about.empty', { name: profile.name })}
      </p>
      {facts.length ? (
        <dl className="rounded-lg bg-surface px-5 ring-1 ring-line">
          {facts.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-6 border-t border-line py-3 first:border-0">
              <dt className="text-ink-3">{name}</dt>
              <dd className="text-end font-[560] first-letter:uppercase">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {profile.links.length ? (
        <section>
          <h2 className="text-lg">{t('profile.about.links')}</h2>
          <ul className="mt-2 grid gap-1">
            {profile.links.map(({ title, url }) => (
              <li key={url}>
                <a href={url} rel="nofollow ugc noopener" target="_blank" className="link">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
