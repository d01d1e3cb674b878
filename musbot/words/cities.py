"""Cities as people type them, and their time zones."""

from __future__ import annotations

from contextlib import suppress
from zoneinfo import ZoneInfo

from musbot.words.guess import guess, normalise

_REGIONS = (
    "Europe/",
    "America/",
    "America/Argentina/",
    "Atlantic/",
    "Africa/",
    "Asia/",
    "Australia/",
    "Pacific/",
)
"""The beginnings of zones that are named for a city."""
_CITIES = {
    "Europe/Madrid": "Madrid, Madril, Bilbao, Bilbo, San Sebastián, Donostia, Pamplona, Iruña, Iruñea,"
    " Vitoria, Gasteiz, Vitoria-Gasteiz, Donostia-San Sebastián, Barcelona, Sevilla, Valencia, València,"
    " Zaragoza, Málaga, Murcia, Palma, Palma de Mallorca, Alicante, Alacant, Elche, Valladolid, Vigo,"
    " Gijón, Oviedo, A Coruña, La Coruña, Coruña, Santiago de Compostela, Granada, Santander, Burgos,"
    " Salamanca, Logroño, Badajoz, Huelva, Lérida, Lleida, Tarragona, Castellón, Albacete, Cádiz, Jerez,"
    " Jaén, Almería, Ourense, Orense, Lugo, Pontevedra, Gerona, Girona, Cáceres, Toledo, Soria, Segovia,"
    " Ávila, Teruel, Huesca, Palencia, Zamora, Ciudad Real, Getafe, Móstoles, Alcalá de Henares, Getxo,"
    " Barakaldo, Irún, Irun, Hondarribia, Tolosa, Eibar, Gernika, Zarautz, Azpeitia, Hernani,"
    " Errenteria, Tudela, Estella, Lizarra, Miranda de Ebro, Ponferrada, Marbella, Seville",
    "Africa/Ceuta": "Ceuta, Melilla",
    "Atlantic/Canary": "Canarias, Kanariak, Las Palmas, Las Palmas de Gran Canaria, Tenerife,"
    " Santa Cruz de Tenerife, La Laguna, Lanzarote, Arrecife, Fuerteventura, Gran Canaria",
    "Europe/Paris": "París, Bayona, Baiona, Bayonne, Biarritz, Miarritze, Hendaya, Hendaia, Hendaye,"
    " San Juan de Luz, Donibane Lohizune, Saint-Jean-de-Luz, Pau, Burdeos, Bordeaux, Bordele, Toulouse,"
    " Marsella, Marseille, Lyon",
    "Europe/London": "Londres, Manchester, Liverpool, Edimburgo, Edinburgh",
    "Europe/Lisbon": "Lisboa, Oporto, Porto",
    "Europe/Dublin": "Dublín",
    "Europe/Rome": "Roma, Erroma, Milán, Milano, Milan, Nápoles, Napoli, Turín, Florencia",
    "Europe/Zurich": "Zúrich, Ginebra, Geneva, Genève, Berna, Basilea, Lausana",
    "Europe/Berlin": "Berlín, Múnich, München, Munich, Fráncfort, Frankfurt, Hamburgo, Hamburg, Köln",
    "Europe/Vienna": "Viena",
    "Europe/Brussels": "Bruselas, Brusela, Bruxelles, Amberes",
    "Europe/Amsterdam": "Ámsterdam, Róterdam, Rotterdam, La Haya",
    "Europe/Luxembourg": "Luxemburgo",
    "Europe/Copenhagen": "Copenhague",
    "Europe/Stockholm": "Estocolmo",
    "Europe/Warsaw": "Varsovia, Cracovia",
    "Europe/Prague": "Praga",
    "Europe/Athens": "Atenas",
    "Europe/Moscow": "Moscú",
    "Europe/Istanbul": "Estambul",
    "Africa/Cairo": "El Cairo",
    "Asia/Jerusalem": "Jerusalén, Tel Aviv",
    "Asia/Dubai": "Dubái",
    "Asia/Tokyo": "Tokio",
    "Asia/Shanghai": "Shanghái, Pekín, Beijing",
    "Asia/Singapore": "Singapur",
    "Australia/Sydney": "Sídney",
    "America/New_York": "Nueva York, NYC, New York City, Washington, Washington DC, Boston, Miami,"
    " Filadelfia, Philadelphia, Atlanta, Orlando, Pittsburgh, Charlotte",
    "America/Chicago": "Chicago, Houston, Dallas, Austin, Nueva Orleans, New Orleans, Minneapolis",
    "America/Denver": "Denver, Salt Lake City, Albuquerque",
    "America/Phoenix": "Phoenix, Tucson",
    "America/Los_Angeles": "Los Ángeles, San Francisco, San Diego, Las Vegas, Reno, Elko, Winnemucca,"
    " Bakersfield, Fresno, Sacramento, Seattle, Oakland",
    "America/Toronto": "Toronto, Montreal, Ottawa",
    "America/Mexico_City": "Ciudad de México, Mexiko Hiria, CDMX, México DF, Puebla, Querétaro, Veracruz,"
    " Zapopan, Toluca",
    "America/Havana": "La Habana",
    "America/Santo_Domingo": "Santo Domingo",
    "America/Bogota": "Bogotá, Medellín, Cali, Barranquilla, Bucaramanga",
    "America/Caracas": "Caracas, Maracaibo",
    "America/Guayaquil": "Guayaquil, Quito",
    "America/Santiago": "Santiago de Chile, Valparaíso, Viña del Mar",
    "America/Sao_Paulo": "São Paulo, Río de Janeiro, Rio de Janeiro, Brasilia",
    "America/Montevideo": "Montevideo, Punta del Este",
    "America/Argentina/Buenos_Aires": "Buenos Aires, Rosario, La Plata, Mar del Plata, Bahía Blanca,"
    " Necochea, Tandil, Avellaneda",
}
"""Names that people type for a zone, the Spanish name of its city first."""
_SEVERAL = ("cordoba", "merida", "santiago", "san-juan")
"""Names that cities of different zones share, in normalised form."""


CITY_LIKENESS = 0.75
"""Least likeness (`guess.MIN_LIKENESS`) at which a city is suggested."""


def guess_city(name: str) -> str | None:
    """Returns the city of `find_zone` that is most like a mistyped one; None if all differ too much."""
    known = (city.strip() for names in _CITIES.values() for city in names.split(","))
    return guess(name.strip(" .!¡"), known, CITY_LIKENESS)


def find_zone(name: str) -> str | None:
    """Returns the time zone of a city (`Europe/Madrid`), typed with or without accents, capitals and hyphens.

    The name is in the table, or is the last part of a zone of `_REGIONS`. None if the city or its zone is
    unknown here, or for a name in `_SEVERAL`.
    """
    typed = normalise(name.strip(" .!¡"))
    city = "_".join(word.capitalize() for word in typed.split("-"))
    known = [zone for zone, names in _CITIES.items() if typed in normalise(names).split(",-")]
    for zone in (*known, *(f"{region}{city}" for region in _REGIONS)):
        with suppress(LookupError, ValueError, OSError):  # this system has no such zone
            return ZoneInfo(zone).key if typed not in _SEVERAL else None
    return None


def spanish_name(zone: str) -> str:
    """Returns the Spanish name of a zone's city; "" if the table has no row for the zone."""
    return _CITIES.get(zone, "").partition(",")[0]
