import { useT } from '../../../i18n/context.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import type { Profile } from './length.ts'

/** To follow where there are no scripts: a form, which the page's action takes. */
export function PlainFollow({ profile: { _id, name, isFollowed } }: { profile: Profile }) {
  const t = useT()
  if (!useMe()) return null
  return (
    <form method="post" className="hidden noscript:block">
      <input type="hidden" name="performer" value={_id} />
      <Button
        type="submit"
        name="intent"
        value={isFollowed ? 'unfollow' : 'follow'}
        variant={isFollowed ? 'outline' : 'ink'}
        aria-label={t(isFollowed ? 'profile.unfollow' : 'profile.followName', { name })}
      >
        {t(isFollowed ? 'profile.following' : 'profile.follow')}
      </Button>
    </form>
  )
}
