"""The peer of bench/peer.ts: Django REST Framework over the product's own tables, with the same fields, order, page and count."""
import hashlib
import os

from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    SECRET_KEY="bench",
    USE_TZ=True,
    INSTALLED_APPS=["rest_framework"],
    MIDDLEWARE=["django.middleware.security.SecurityMiddleware", "django.middleware.gzip.GZipMiddleware"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "HOST": os.environ["PEER_SOCKET"],
            "USER": "dmse_app",
            "NAME": "dmse",
            "CONN_MAX_AGE": None,
        }
    },
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PERMISSION_CLASSES": [],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
        "PAGE_SIZE": 25,
        "UNAUTHENTICATED_USER": None,
    },
)

import django

django.setup()

from django.contrib.postgres.fields import ArrayField
from django.core.wsgi import get_wsgi_application
from django.db import models
from django.urls import path
from rest_framework import authentication, generics, permissions, serializers


def table(name):
    return type("Meta", (), {"app_label": "peer", "db_table": name, "managed": False})


class AppUser(models.Model):
    full_name = models.TextField()
    granted = ArrayField(models.TextField())
    is_active = models.BooleanField()
    Meta = table("app_user")


class Session(models.Model):
    token_hash = models.BinaryField()
    user = models.ForeignKey(AppUser, models.DO_NOTHING)
    last_seen_on = models.DateTimeField()
    Meta = table("session")


class SessionOfTheProduct(authentication.BaseAuthentication):
    def authenticate(self, request):
        token = request.COOKIES.get("sessionid", "")
        digest = hashlib.sha256(token.encode()).digest()
        found = Session.objects.select_related("user").filter(token_hash=digest, user__is_active=True).first()
        return (found.user, found) if found else None


class IsKnown(permissions.BasePermission):
    def has_permission(self, request, view):
        return request.user is not None and "granted" in request.user.__dict__


class Client(models.Model):
    name = models.TextField()
    name_key = models.TextField()
    party_type = models.TextField()
    classification = models.TextField(null=True)
    risk_level = models.TextField(null=True)
    email = models.TextField()
    phone = models.TextField()
    website = models.TextField()
    billing_street = models.TextField()
    billing_city = models.TextField()
    billing_province = models.TextField()
    billing_postal_code = models.TextField()
    billing_country = models.TextField()
    payment_terms_days = models.IntegerField()
    tax_province = models.TextField(null=True)
    is_tax_exempt = models.BooleanField()
    tax_exempt_reason = models.TextField()
    note = models.TextField()
    merged_into = models.ForeignKey("self", models.DO_NOTHING, null=True, db_column="merged_into")
    version = models.IntegerField()
    created_on = models.DateTimeField()
    updated_on = models.DateTimeField()
    created_by = models.ForeignKey(AppUser, models.DO_NOTHING, null=True, db_column="created_by", related_name="+")
    updated_by = models.ForeignKey(AppUser, models.DO_NOTHING, null=True, db_column="updated_by", related_name="+")
    Meta = table("client")


class Contact(models.Model):
    name = models.TextField()
    name_key = models.TextField()
    position = models.TextField()
    phones = ArrayField(models.TextField())
    emails = ArrayField(models.TextField())
    clients_summary = models.TextField()
    merged_into = models.ForeignKey("self", models.DO_NOTHING, null=True, db_column="merged_into")
    created_on = models.DateTimeField()
    Meta = table("contact")


class ClientContact(models.Model):
    client = models.ForeignKey(Client, models.DO_NOTHING, db_column="client", primary_key=True)
    contact = models.ForeignKey(Contact, models.DO_NOTHING, db_column="contact")
    role = models.TextField()
    is_billing = models.BooleanField()
    Meta = table("client_contact")


class Job(models.Model):
    num = models.TextField()
    num_key = models.TextField()
    desc = models.TextField()
    long_desc = models.TextField()
    client = models.IntegerField(null=True)
    client_name = models.TextField()
    state = models.TextField()
    discipline = ArrayField(models.TextField())
    job_types = ArrayField(models.TextField())
    project_leads = ArrayField(models.IntegerField())
    project_manager = models.ForeignKey(AppUser, models.DO_NOTHING, null=True, db_column="project_manager", related_name="+")
    updated_on = models.DateTimeField()
    version = models.IntegerField()
    Meta = table("job")


class Person(serializers.ModelSerializer):
    class Meta:
        model = AppUser
        fields = ["id", "full_name"]


class ClientRow(serializers.ModelSerializer):
    class Meta:
        model = Client
        fields = ["id", "name", "party_type", "classification", "risk_level", "phone", "billing_city", "created_on"]


class ClientWhole(serializers.ModelSerializer):
    created_by = Person()
    updated_by = Person()
    contacts = serializers.SerializerMethodField()

    def get_contacts(self, client):
        links = ClientContact.objects.select_related("contact").filter(client=client.id).order_by("contact__name_key", "contact_id")
        return [
            {
                "contact": {
                    "id": link.contact.id,
                    "name": link.contact.name,
                    "phone": (link.contact.phones or [""])[0],
                    "email": (link.contact.emails or [""])[0],
                },
                "role": link.role,
                "is_billing": link.is_billing,
            }
            for link in links
        ]

    class Meta:
        model = Client
        exclude = ["name_key", "merged_into"]


class ContactRow(serializers.ModelSerializer):
    class Meta:
        model = Contact
        fields = ["id", "name", "position", "phones", "emails", "clients_summary", "created_on"]


class JobRow(serializers.ModelSerializer):
    project_manager = Person()
    is_editable = serializers.SerializerMethodField()
    can_edit = serializers.SerializerMethodField()
    last_time_entry_date = serializers.SerializerMethodField()

    def get_is_editable(self, job):
        return job.state == "IN PROGRESS"

    def get_can_edit(self, job):
        user = self.context["request"].user
        return "Jobs Admin" in user.granted or job.project_manager_id == user.id or user.id in job.project_leads

    def get_last_time_entry_date(self, job):
        return None

    class Meta:
        model = Job
        exclude = ["num_key", "project_leads"]


class Guarded:
    authentication_classes = [SessionOfTheProduct]
    permission_classes = [IsKnown]


class Clients(Guarded, generics.ListAPIView):
    queryset = Client.objects.filter(merged_into__isnull=True).order_by("name_key", "id")
    serializer_class = ClientRow


class Contacts(Guarded, generics.ListAPIView):
    queryset = Contact.objects.filter(merged_into__isnull=True).order_by("name_key", "id")
    serializer_class = ContactRow


class Jobs(Guarded, generics.ListAPIView):
    queryset = Job.objects.select_related("project_manager").order_by("-num_key", "-id")
    serializer_class = JobRow

    def get_queryset(self):
        states = self.request.query_params.getlist("state")
        return super().get_queryset().filter(state__in=states) if states else super().get_queryset()


class OneClient(Guarded, generics.RetrieveAPIView):
    queryset = Client.objects.select_related("created_by", "updated_by")
    serializer_class = ClientWhole


urlpatterns = [
    path("api/clients/client/", Clients.as_view()),
    path("api/clients/contact/", Contacts.as_view()),
    path("api/clients/client/<int:pk>/", OneClient.as_view()),
    path("api/jobs/", Jobs.as_view()),
]

application = get_wsgi_application()
