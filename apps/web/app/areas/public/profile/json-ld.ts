import type { Profile } from './length.ts'

/** The profile for machines. */
export function profileData(profile: Profile, origin: string): object {
  const url = `${origin}/${profile.username ?? profile._id}`
  return {
    '@type': 'ProfilePage',
    url,
    dateCreated: profile.createdAt,
    mainEntity: {
      '@type': 'Person',
      name: profile.name,
      alternateName: profile.username,
      identifier: profile._id,
      description: profile.bio || profile.tagline,
      image: new URL(profile.avatar, origin).href,
      url,
      sameAs: profile.links.map((link) => link.url),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: profile.counts.followers,
      },
    },
  }
}
