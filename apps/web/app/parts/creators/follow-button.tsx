import { useT } from '../../i18n/context.tsx'
import { Button, type ButtonSize } from '../../ui/button.tsx'
import { useMe } from '../site/site.ts'
import { useSignIn } from '../account/use-sign-in.ts'
import { useToggle } from '../forms/use-toggle.ts'

interface FollowButtonProps {
  performer: { _id: string; name: string }
  isFollowed: boolean
  size?: ButtonSize
  onChange?: (isFollowed: boolean) => void
}

/** Follows at once; a refusal takes it back. */
export function FollowButton({ performer, isFollowed, size = 'md', onChange }: FollowButtonProps) {
  const t = useT()
  const me = useMe()
  const signedIn = useSignIn()
  const input = { params: { id: performer._id } }
  const calls = { on: 'POST /follows/:id', off: 'DELETE /follows/:id', input, onChange } as const
  const follow = useToggle({ on: isFollowed, count: 0 }, calls)
  if (me?._id === performer._id) return null
  return (
    <Button
      variant={follow.on ? 'outline' : 'ink'}
      size={size}
      aria-label={
        follow.on ? t('profile.unfollow', { name: performer.name }) : t('profile.followName', { name: performer.name })
      }
      className="noscript:hidden"
      onClick={signedIn(() => void follow.flip())}
    >
      {follow.on ? t('profile.following') : t('profile.follow')}
    </Button>
  )
}
