import { useFormats, useT } from '../../../i18n/context.tsx'
import { videoOf } from '../../../parts/posts/files.ts'
import { Video } from '../../../parts/player/video.tsx'
import { traitLabels } from '../../../parts/creators/trait-labels.ts'
import type { Profile } from './length.ts'

/** A creator's own description and profile details. */
export function About({ profile }: { profile: Profile }) {
  const t = useT()
  const { language, list, number, region } = useFormats()
  const video = profile.welcomeVideo && !profile.welcomeVideo.isLocked ? videoOf(profile.welcomeVideo) : null
  const country = profile.country ? region(profile.country) : ''
  const details = [
    [t('profile.about.location'), list([profile.city, profile.state, country])],
    [t('profile.about.languages'), list(profile.languages.map(language))],
    [t('profile.about.age'), profile.age === null ? '' : number(profile.age)],
    ...Object.entries(profile.traits).map(([name, value]) => [
      t.maybe(`traits.${name}`) ?? name,
      value ? (traitLabels(t, name, value) ?? value) : '',
    ]),
    [t('profile.about.categories'), list(profile.categories)],
  ].filter(([, value]) => value)
  return (
    <div className="grid max-w-[38em] gap-5">
      {video ? (
        <section aria-label={t('profile.welcomeVideo')} className="overflow-hidden rounded-md">
          <Video key={video.id} video={video} title={t('profile.welcomeVideo')} />
        </section>
      ) : null}
      <p
        lang={(profile.bio && profile.locale) || undefined}
        dir="auto"
        className="text-base leading-relaxed whitespace-pre-line text-ink-2"
      >
        {profile.bio || t('profile.about.empty', { name: profile.name })}
      </p>
      {details.length ? (
        <dl className="rounded-lg bg-surface px-5 ring-1 ring-line">
          {details.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-6 border-t border-line py-3 first:border-0">
              <dt className="text-ink-3">{name}</dt>
              <dd className="text-end font-medium first-letter:uppercase">{value}</dd>
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
                <a href={url} rel="nofollow ugc noopener" target="_blank" className="link" dir="auto">
                  {title}
                </a>{' '}
                {/* A title may say anything: where it leads stands beside it. */}
                <bdi dir="ltr" className="text-sm text-ink-3">
                  {URL.canParse(url) ? new URL(url).host : null}
                </bdi>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
