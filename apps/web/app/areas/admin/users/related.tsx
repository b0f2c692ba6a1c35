import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Section } from './section.tsx'
import { stateTones } from './states.ts'
import type { StaffAccount } from './user.tsx'

/** Other accounts that saved the same card or logged in on the same device. For staff with the moderation permission. */
export function RelatedAccounts({ related }: { related: NonNullable<StaffAccount['related']> }) {
  const t = useT()
  return (
    <Section title={t('people.section.related')}>
      {related.length === 0 ? (
        <p className="mt-2 text-xs text-ink-3">{t('people.related.none')}</p>
      ) : (
        <ul className="mt-1">
          {related.map(({ _id, name, username, avatar, status, sameCard, sameDevice }) => (
            <li key={_id} className="border-t border-line first:border-0">
              <Link to={`/admin/users/${_id}`} className="flex items-center gap-3 py-2 text-ink">
                <Avatar src={avatar} size={32} />
                <span className="min-w-0 flex-1">
                  <span className="flex text-sm font-strong">
                    <bdi className="truncate">{name || (username ? `@${username}` : t('people.nameless'))}</bdi>
                  </span>
                  <span className="block text-xs text-ink-3">
                    {t(
                      sameCard ? (sameDevice ? 'people.related.both' : 'people.related.card') : 'people.related.device',
                    )}
                  </span>
                </span>
                <Badge tone={stateTones[status]} className="h-5! text-2xs!">
                  {t(`people.states.${status}`)}
                </Badge>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
