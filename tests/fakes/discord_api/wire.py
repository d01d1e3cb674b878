"""What the platform says of the things there are, as the API and the gateway write it."""

from __future__ import annotations

from .world import ALL_PERMISSIONS, DM, PERMISSIONS, RARE, THREADS, Channel, Guild, Json, Message, World, iso

JOINED = "2026-01-01T00:00:00+00:00"
_NOTHING = (
    *("icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id"),
    *("afk_channel_id", "system_channel_id", "widget_channel_id", "max_presences", "vanity_url_code"),
    *("rules_channel_id", "safety_alerts_channel_id", "public_updates_channel_id", "incidents_data"),
)
"""What a plain guild has none of."""


def member(world: World, person: int) -> Json:
    """Returns the GuildMember of the API."""
    return {
        "user": world.people[person].wire(),
        "roles": [],
        "nick": None,
        "joined_at": JOINED,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "avatar": None,
        "banner": None,
        "pending": False,
        "premium_since": None,
        "communication_disabled_until": None,
    }


def channel(world: World, one: Channel) -> Json:
    """Returns the Channel of the API."""
    last = max((m.id for m in world.live(one.id)), default=None)
    wire: Json = {"id": str(one.id), "type": one.kind, "last_message_id": str(last) if last else None}
    wire["flags"] = 0
    if one.kind == DM:
        return wire | {"recipients": [world.people[one.person or 0].wire()]}
    assert one.guild
    wire |= {"name": one.name, "guild_id": str(one.guild.id), "rate_limit_per_user": 0}
    wire["parent_id"] = str(one.parent) if one.parent else None
    if one.kind in THREADS:
        times = {"archive_timestamp": JOINED, "create_timestamp": JOINED, "auto_archive_duration": 1440}
        wire |= {
            "owner_id": str(world.bot.id),
            "message_count": 0,
            "member_count": 1,
            "total_message_sent": 0,
        }
        wire["thread_metadata"] = times | {"archived": one.archived, "locked": one.locked}
        return wire
    overwrites = []
    if one.forbidden or one.given:
        deny, allow = sum(PERMISSIONS[it] for it in one.forbidden), sum(RARE[it] for it in one.given)
        overwrites = [{"id": str(world.bot.id), "type": 1, "allow": str(allow), "deny": str(deny)}]
    return wire | {"position": 0, "permission_overwrites": overwrites, "nsfw": False, "topic": None}


def permissions(world: World, one: Channel) -> int:
    """Returns what the bot may do in a channel."""
    denied = sum(PERMISSIONS[what] for what in world.forbidden(one))
    return ALL_PERMISSIONS & ~denied | sum(RARE[what] for what in world.given(one))


def guild(world: World, one: Guild) -> Json:
    """Returns the Guild as GUILD_CREATE tells of it."""
    everyone: Json = {"id": str(one.id), "name": "@everyone", "color": 0, "hoist": False, "position": 0}
    everyone["colors"] = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
    everyone |= {"permissions": str(ALL_PERMISSIONS), "managed": False, "mentionable": False, "flags": 0}
    everyone |= {"icon": None, "unicode_emoji": None, "description": None}
    mine = [c for c in world.channels.values() if c.guild is one]
    members = [world.bot.id, *sorted(one.members)]
    return dict.fromkeys(_NOTHING) | {
        "id": str(one.id),
        "name": one.name,
        "owner_id": str(min(members)),
        "features": [],
        "roles": [everyone],
        "emojis": [],
        "stickers": [],
        "preferred_locale": "es-ES",
        "channels": [channel(world, c) for c in mine if c.kind not in THREADS],
        "threads": [channel(world, c) for c in mine if c.kind in THREADS and not c.archived],
        "members": [member(world, m) for m in members],
        "member_count": len(members),
        "large": False,
        "unavailable": False,
        "joined_at": JOINED,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
        "system_channel_flags": 0,
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "region": "madrid",
        "widget_enabled": False,
        "max_members": 500000,
        "nsfw": False,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_subscription_count": 0,
    }


def message(world: World, one: Message) -> Json:
    """Returns the Message of the API."""
    wire: Json = {
        "id": str(one.id),
        "channel_id": str(one.channel.id),
        "author": one.author.wire(),
        "timestamp": iso(one.at),
        "edited_timestamp": iso(one.edited_at) if one.edited_at else None,
        "tts": False,
        "mention_everyone": False,
        "mention_roles": [],
        "mention_channels": [],
        "mentions": [world.people[p].wire() for p in sorted(one.pings) if p in world.people],
        "pinned": False,
        "type": 0,
        "content": one.content,
        "embeds": one.embeds,
        "flags": one.flags,
        "components": one.components,
        "attachments": [f.wire() for f in one.files],
    }
    if one.nonce is not None:
        wire["nonce"] = one.nonce
    if one.reply_to:
        wire |= {"type": 19, "message_reference": _reference(one)}
    if one.press:
        by_command = one.press.kind == 2
        wire |= {"application_id": str(world.bot.id), "webhook_id": str(world.bot.id)}
        wire["type"] = 20 if by_command else 19  # [D] Message Types: CHAT_INPUT_COMMAND, REPLY
    return wire


def _reference(one: Message) -> Json:
    return {"type": 0, "message_id": str(one.reply_to), "channel_id": str(one.channel.id)}


def event(world: World, one: Message) -> Json:
    """Returns a message as the gateway tells of it."""
    in_guild: Json = {"guild_id": str(one.channel.guild.id)} if one.channel.guild else {}
    if in_guild and one.author.id in world.people and one.author is not world.bot:
        in_guild["member"] = {k: v for k, v in member(world, one.author.id).items() if k != "user"}
    return message(world, one) | in_guild


def application(world: World) -> Json:
    """Returns the Application of the API."""
    bot = world.bot.wire()
    return {
        "id": str(world.bot.id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "summary": "",
        "owner": bot,
        "team": None,
        "redirect_uris": [],
        "bot": bot,
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": sum(g.bot for g in world.guilds.values()),
        "approximate_user_authorization_count": 0,
        "approximate_user_install_count": 0,
        "eligible_oauth2_scopes": [],
        "explicit_content_filter": 0,
        "hook": True,
        "tags": [],
        "is_monetized": False,
        "is_verified": False,
        "storefront_available": False,
        "max_participants": None,
        "rpc_origins": [],
    }
