import type { Reply } from '../../../api/contract.ts'

type Post = Reply<'GET /user/feeds/:id'>['data']

/** The post for machines. What it shows of a locked post is what the page shows of it. */
export function postData(post: Post, origin: string): object {
  const { performer, stats } = post
  const url = `${origin}/post/${post._id}`
  const count = (action: string, number: number) => ({
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: number,
  })
  return {
    '@type': 'SocialMediaPosting',
    url,
    mainEntityOfPage: url,
    headline: post.title || post.text.slice(0, 110) || performer.name,
    ...(post.text && { articleBody: post.text }),
    ...(post.publishedAt && { datePublished: post.publishedAt }),
    image: `${url}/card.png`,
    isAccessibleForFree: !post.locked,
    author: {
      '@type': 'Person',
      name: performer.name,
      url: `${origin}/${performer.username ?? performer._id}`,
    },
    commentCount: stats.comments,
    interactionStatistic: [count('LikeAction', stats.likes), count('CommentAction', stats.comments)],
  }
}
